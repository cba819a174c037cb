import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../shared/durations.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** "5 December 2026", in the browser's time zone (PRODUCT D18). */
export function formatDate(instant: string): string {
  return day.format(new Date(instant))
}

const createDayFormat = (timeZone: string) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone })
const companyDay = createDayFormat(DEFAULT_TIME_ZONE)

/** "5 December 2026", in London, for periods that begin or end there, as in the emails. */
export function formatCompanyDate(instant: string): string {
  return companyDay.format(new Date(instant))
}

const calendarDay = createDayFormat('UTC')

/** The same for a day such as "2026-12-05", without a time zone. */
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

/** "5 December 2026 at 09:30", in the browser's time zone. */
export function formatMoment(instant: string): string {
  return moment.format(new Date(instant))
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** "09:30", in the browser's time zone, for times only minutes away. */
export function formatTime(instant: string): string {
  return time.format(new Date(instant))
}

const relativeTime = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** "just now", "5 minutes ago", "3 hours ago", "yesterday", "6 days ago", and the date after a week. */
export function formatAgo(instant: string, now: Date): string {
  const elapsed = now.getTime() - new Date(instant).getTime()
  if (elapsed < 2 * MINUTE_MS) return 'just now'
  if (elapsed < HOUR_MS) return relativeTime.format(-Math.floor(elapsed / MINUTE_MS), 'minute')
  if (elapsed < DAY_MS) return relativeTime.format(-Math.floor(elapsed / HOUR_MS), 'hour')
  if (elapsed < 7 * DAY_MS) return relativeTime.format(-Math.floor(elapsed / DAY_MS), 'day')
  return `on ${formatDate(instant)}`
}
