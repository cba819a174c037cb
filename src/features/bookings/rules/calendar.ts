/** Why a calendar could not be read, in words for the consultant whose calendar it is. */
export const calendarProblems = {
  'not-found-there': 'There is no server of this name. Please check the address.',
  'not-public':
    'This address leads to a place inside a private network, where we do not read. Please use a public one.',
  'not-https': 'The address leads on to another one that is not safe to read: it does not begin with https://',
  'not-reached': 'The server of the calendar could not be reached, or its certificate is not valid.',
  'too-slow': 'The calendar did not arrive within 10 seconds.',
  'too-large': 'The calendar is larger than 5 MB.',
  'too-many-turns': 'The address leads on to another one more than 3 times.',
  'login-wanted': 'The server asks for a login. Please use the private or secret address that your calendar offers.',
  'no-calendar-there': 'There is no calendar at this address. Please check it.',
  'refused-there': 'The server of the calendar did not answer with a calendar.',
  'not-a-calendar': 'What is at this address is not a calendar (ICS), or it is damaged.',
  'too-many-events': 'The calendar holds more than 5,000 events in the coming year, or one that repeats too often.',
} satisfies Record<string, string>

export type CalendarProblem = keyof typeof calendarProblems

/** What the consultant reads where all but some events were understood. */
export function unreadEvents(count: number): string | null {
  if (count === 0) return null
  return `${count === 1 ? 'One event' : `${count} events`} could not be read and may not be kept free. All others count.`
}

/** "calendar.google.com … c0ffee": an address that is a key to the calendar is not shown as a whole. */
export function calendarName(address: string): string {
  const { hostname, pathname, search } = new URL(address)
  const rest = pathname.length > 1 || search ? `${pathname}${search}` : ''
  return rest.length > 12 ? `${hostname} … ${rest.slice(-8)}` : `${hostname}${rest}`
}

/** A stretch of time in which somebody is busy. */
export type BusySpan = { from: Date; until: Date }

/** Those that touch or overlap as one, in order: fewer rows for the same hours. */
export function mergeSpans(spans: BusySpan[]): BusySpan[] {
  const merged: BusySpan[] = []
  for (const span of spans.toSorted((one, other) => one.from.getTime() - other.from.getTime())) {
    const last = merged.at(-1)
    if (last && span.from <= last.until) last.until = laterOf(last.until, span.until)
    else merged.push({ ...span })
  }
  return merged
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other
}
