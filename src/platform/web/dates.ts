const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** "5 December 2026", in the zone of whoever reads it (PRODUCT D18). */
export function formatDate(instant: string): string {
  return day.format(new Date(instant))
}

const calendarDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The same of a day such as "2026-12-05", which no zone moves. */
export function formatDay(day: string): string {
  return calendarDay.format(new Date(`${day}T12:00:00Z`))
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** "5 December 2026 at 09:30", in the zone of whoever reads it. */
export function formatMoment(instant: string): string {
  return moment.format(new Date(instant))
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** "09:30", in the zone of whoever reads it: of a moment that is minutes away. */
export function formatTime(instant: string): string {
  return time.format(new Date(instant))
}

const ago = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "just now", "5 minutes ago", "3 hours ago", "yesterday", "6 days ago", and from a week on the date. */
export function formatAgo(instant: string, now: Date): string {
  const passed = now.getTime() - new Date(instant).getTime()
  if (passed < 2 * MINUTE) return 'just now'
  if (passed < HOUR) return ago.format(-Math.floor(passed / MINUTE), 'minute')
  if (passed < DAY) return ago.format(-Math.floor(passed / HOUR), 'hour')
  if (passed < 7 * DAY) return ago.format(-Math.floor(passed / DAY), 'day')
  return `on ${formatDate(instant)}`
}
