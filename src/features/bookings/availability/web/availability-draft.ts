import type { Availability, Hours } from '../contract.ts'
import { sessionTypeKey } from '../rules.ts'

/** State of the availability form. Fields hold the text exactly as typed. */
export type HoursDraft = { id: string; starts: string; ends: string }
type DateOverrideDraft = { id: string; day: string; hours: HoursDraft[] }
type DayOffDraft = { id: string; day: string; reason: string }

export type AvailabilityDraft = Omit<
  Availability,
  'weeklyHours' | 'dateOverrides' | 'daysOff' | 'sessions' | 'meetingUrl'
> & {
  meetingUrl: string
  /** Hours by weekday, Monday first. */
  week: HoursDraft[][]
  days: DateOverrideDraft[]
  daysOff: DayOffDraft[]
  offersAllSessions: boolean
  /** Keys from `sessionTypeKey`. */
  sessions: string[]
}

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** @param newId creates the row ids that errors and focus use to find a row */
export function toDraft(availability: Availability, newId: () => string): AvailabilityDraft {
  const { weeklyHours, dateOverrides, daysOff, sessions, meetingUrl, ...settings } = availability
  const toHoursDraft = ({ startsMinute, endsMinute }: Hours) => ({
    id: newId(),
    starts: toClock(startsMinute),
    ends: toClock(endsMinute),
  })
  const days = [...new Set(dateOverrides.map(({ day }) => day))]
  return {
    ...settings,
    meetingUrl: meetingUrl ?? '',
    week: weekdays.map((_, index) => weeklyHours.filter(({ weekday }) => weekday === index + 1).map(toHoursDraft)),
    days: days.map((day) => ({
      id: newId(),
      day,
      hours: dateOverrides.filter((override) => override.day === day).map(toHoursDraft),
    })),
    daysOff: daysOff.map(({ day, reason }) => ({ id: newId(), day, reason: reason ?? '' })),
    offersAllSessions: sessions === null,
    sessions: (sessions ?? []).map(sessionTypeKey),
  }
}

export function fromDraft(draft: AvailabilityDraft): Availability {
  const { meetingUrl, week, days, daysOff, offersAllSessions, sessions, ...settings } = draft
  return {
    ...settings,
    meetingUrl: meetingUrl.trim() || null,
    weeklyHours: week.flatMap((hours, day) => hours.map((interval) => ({ weekday: day + 1, ...toHours(interval) }))),
    dateOverrides: days.flatMap(({ day, hours }) => hours.map((interval) => ({ day, ...toHours(interval) }))),
    daysOff: daysOff.map(({ day, reason }) => ({ day, reason: reason.trim() || null })),
    sessions: offersAllSessions ? null : sessions.map(sessionTypeFromKey),
  }
}

/** Returns the form field for a path in the availability, for example "row-2.ends" for "weeklyHours.1.endsMinute". */
export function fieldOf(path: string, { week, days, daysOff }: AvailabilityDraft): string {
  const [list = '', index, part = ''] = path.split('.')
  const rowIds: Record<string, string[]> = {
    weeklyHours: week.flat().map(({ id }) => id),
    dateOverrides: days.flatMap(({ id, hours }) => hours.map((interval) => (part === 'day' ? id : interval.id))),
    daysOff: daysOff.map(({ id }) => id),
  }
  const id = rowIds[list]?.[Number(index)]
  return id ? `${id}.${clockParts[part] ?? part}` : path
}

const clockParts: Record<string, string> = { startsMinute: 'starts', endsMinute: 'ends' }

/** For example "09:00 to 12:00, 13:00 to 17:00". Empty if there are no hours. */
export function formatHours(hours: HoursDraft[]): string {
  return hours
    .filter(({ starts, ends }) => starts && ends)
    .toSorted((a, b) => a.starts.localeCompare(b.starts))
    .map(({ starts, ends }) => `${starts} to ${ends === '00:00' ? 'midnight' : ends}`)
    .join(', ')
}

const MIDNIGHT = 1_440

function toHours({ starts, ends }: HoursDraft): Hours {
  const endsMinute = toMinute(ends)
  return { startsMinute: toMinute(starts), endsMinute: endsMinute === 0 ? MIDNIGHT : endsMinute }
}

function sessionTypeFromKey(key: string): { packageId: string; lineKey: string } {
  const [packageId = '', lineKey = ''] = key.split(' ')
  return { packageId, lineKey }
}

/** Value of a time input. Midnight at the end of a day becomes 00:00. */
function toClock(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60) % 24, minute % 60]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Returns NaN for an empty field, which the contract rejects with an error message. */
function toMinute(clock: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = clock.split(':').map((part) => Number.parseInt(part, 10))
  return hours * 60 + minutes
}
