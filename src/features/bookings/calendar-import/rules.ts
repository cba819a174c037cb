/** Enough for a full diary over ten years, with an alarm for each event. */
const MAX_COMPONENTS = 20_000
const MAX_LINES = 250_000
/** Parameters and values of a single property. */
const MAX_VALUES = 20_000
/** Total for all properties that list dates. */
const MAX_DATES = 50_000
/** Calendars contain events, and events contain alarms. */
const MAX_DEPTH = 5

export type ExceededLimit = 'too-many-components' | 'too-many-lines' | 'too-many-values' | 'too-deep'

type Structure = { lines: number; components: number; depth: number; isDates: boolean; values: number; dates: number }

/** Scans the lines once before parsing, so that a file designed to exhaust the parser can be refused cheaply. */
export function findExceededLimit(text: string): ExceededLimit | null {
  const structure: Structure = { lines: 0, components: 0, depth: 0, isDates: false, values: 0, dates: 0 }
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const next = end === -1 ? text.length : end + 1
    countLine(structure, text.slice(at, next))
    const exceededLimit = checkLimits(structure)
    if (exceededLimit) return exceededLimit
    at = next
  }
  return null
}

function countLine(structure: Structure, line: string): void {
  structure.lines += 1
  // A folded line continues the property on the line before.
  if (!/^[ \t]/.test(line)) {
    structure.isDates = /^(?:EXDATE|RDATE|FREEBUSY)\b/i.test(line)
    structure.values = 0
  }
  const values = countCharacter(line, ',') + countCharacter(line, ';')
  structure.values += values
  if (structure.isDates) structure.dates += values
  if (/^BEGIN:/i.test(line)) {
    structure.components += 1
    structure.depth += 1
  } else if (/^END:/i.test(line)) structure.depth -= 1
}

function countCharacter(line: string, character: string): number {
  let count = 0
  for (let at = line.indexOf(character); at !== -1; at = line.indexOf(character, at + 1)) count += 1
  return count
}

function checkLimits({ lines, components, depth, values, dates }: Structure): ExceededLimit | null {
  if (lines > MAX_LINES) return 'too-many-lines'
  if (components > MAX_COMPONENTS) return 'too-many-components'
  if (values > MAX_VALUES || dates > MAX_DATES) return 'too-many-values'
  return depth > MAX_DEPTH ? 'too-deep' : null
}

/** Messages that tell the consultant why a calendar could not be imported. */
export const calendarProblems = {
  'host-not-found': 'We couldn’t find a server with this name. Check the address.',
  'not-public': 'This address is on a private network, so we can’t read it. Use a public one.',
  'not-https':
    'This address redirects to one that doesn’t start with https://, so it isn’t safe to read. Remove this calendar and add one with a secure address.',
  'not-reached':
    'We couldn’t reach the calendar’s server, or its certificate isn’t valid. We’ll keep trying. If that doesn’t help, check the address.',
  'too-slow': 'The calendar took longer than 10 seconds to load.',
  'too-large': 'The calendar is larger than 5 MB.',
  'too-many-redirects': 'This address redirects more than three times. Remove this calendar and add its final address.',
  'login-required': 'The server asks for a login. Use the private or secret address that your calendar offers.',
  'address-not-found': 'There’s no calendar at this address. Check it and add it again.',
  'unexpected-response': 'The calendar’s server sent an unexpected response.',
  'not-a-calendar':
    'The file at this address is damaged or isn’t a calendar (ICS). Check that you copied the calendar’s ICS link, then add it again.',
  'too-many-events':
    'The calendar has more than 5,000 events in the coming year, or an event that repeats too often. Remove some events, or use another calendar.',
} satisfies Record<string, string>

export type CalendarProblem = keyof typeof calendarProblems

/** Message for the consultant if some events could not be read, otherwise null. */
export function describeUnreadEvents(count: number): string | null {
  if (count === 0) return null
  return `${count === 1 ? 'One event' : `${count} events`} couldn’t be read, so members could still book you at those times. The rest count as busy.`
}

/** For example "calendar.google.com … c0ffee". The full address would give access to the calendar. */
export function calendarName(address: string): string {
  const { hostname, pathname, search } = new URL(address)
  const pathAndQuery = pathname.length > 1 || search ? `${pathname}${search}` : ''
  return pathAndQuery.length > 12 ? `${hostname} … ${pathAndQuery.slice(-8)}` : `${hostname}${pathAndQuery}`
}

/** A period when the consultant is busy. */
export type BusySpan = { from: Date; until: Date }

/** Merges periods that touch or overlap, so that fewer rows are stored. */
export function mergeSpans(spans: BusySpan[]): BusySpan[] {
  const merged: BusySpan[] = []
  for (const span of spans.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = merged.at(-1)
    if (!last || span.from > last.until) merged.push({ ...span })
    else if (span.until > last.until) last.until = span.until
  }
  return merged
}
