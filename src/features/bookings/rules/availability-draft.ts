import type { Availability, Hours } from '../contract/availability.ts'

/** What the editor of the availability holds while it is edited: fields as they are typed. */
export type HoursDraft = { id: string; starts: string; ends: string }
export type DayDraft = { id: string; day: string; hours: HoursDraft[] }
export type DayOffDraft = { id: string; day: string; reason: string }

export type AvailabilityDraft = Omit<
  Availability,
  'weeklyHours' | 'dayHours' | 'daysOff' | 'sessions' | 'meetingUrl'
> & {
  meetingUrl: string
  /** Of each weekday, Monday first. */
  week: HoursDraft[][]
  days: DayDraft[]
  daysOff: DayOffDraft[]
  holdsEverySession: boolean
  /** "package line" */
  sessions: string[]
}

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** @param newId the names of rows, by which errors and focus find them again */
export function draftOf(availability: Availability, newId: () => string): AvailabilityDraft {
  const { weeklyHours, dayHours, daysOff, sessions, meetingUrl, ...settings } = availability
  const hoursOf = ({ startsMinute, endsMinute }: Hours) => ({
    id: newId(),
    starts: clockOf(startsMinute),
    ends: clockOf(endsMinute),
  })
  const days = [...new Set(dayHours.map(({ day }) => day))]
  return {
    ...settings,
    meetingUrl: meetingUrl ?? '',
    week: weekdays.map((_, index) => weeklyHours.filter(({ weekday }) => weekday === index + 1).map(hoursOf)),
    days: days.map((day) => ({ id: newId(), day, hours: dayHours.filter((own) => own.day === day).map(hoursOf) })),
    daysOff: daysOff.map(({ day, reason }) => ({ id: newId(), day, reason: reason ?? '' })),
    holdsEverySession: sessions === null,
    sessions: (sessions ?? []).map(sessionKey),
  }
}

/** The document as it is sent, and the field of the editor for each of its places: "weeklyHours.0.endsMinute". */
export function documentOf(draft: AvailabilityDraft): { document: Availability; fields: Record<string, string> } {
  const { meetingUrl, week, days, daysOff, holdsEverySession, sessions, ...settings } = draft
  const fields: Record<string, string> = {}
  const placed = (list: string, { id, starts, ends }: HoursDraft, index: number): Hours => {
    fields[`${list}.${index}.startsMinute`] = `${id}.starts`
    fields[`${list}.${index}.endsMinute`] = `${id}.ends`
    return { startsMinute: minuteOf(starts), endsMinute: minuteOf(ends) === 0 ? MIDNIGHT : minuteOf(ends) }
  }
  const weekly = week.flatMap((hours, index) => hours.map((own) => ({ own, weekday: index + 1 })))
  const single = days.flatMap(({ id, day, hours }) => hours.map((own) => ({ own, id, day })))
  return {
    document: {
      ...settings,
      meetingUrl: meetingUrl.trim() || null,
      weeklyHours: weekly.map(({ own, weekday }, index) => ({ weekday, ...placed('weeklyHours', own, index) })),
      dayHours: single.map(({ own, id, day }, index) => {
        fields[`dayHours.${index}.day`] = `${id}.day`
        return { day, ...placed('dayHours', own, index) }
      }),
      daysOff: daysOff.map(({ id, day, reason }, index) => {
        fields[`daysOff.${index}.day`] = `${id}.day`
        fields[`daysOff.${index}.reason`] = `${id}.reason`
        return { day, reason: reason.trim() || null }
      }),
      sessions: holdsEverySession ? null : sessions.map(choiceOf),
    },
    fields,
  }
}

export function sessionKey({ packageId, lineKey }: { packageId: string; lineKey: string }): string {
  return `${packageId} ${lineKey}`
}

/** "09:00 to 12:00, 13:00 to 17:00"; without hours, nothing. */
export function hoursInWords(hours: HoursDraft[]): string {
  return hours
    .filter(({ starts, ends }) => starts && ends)
    .toSorted((one, other) => one.starts.localeCompare(other.starts))
    .map(({ starts, ends }) => `${starts} to ${ends === '00:00' ? 'midnight' : ends}`)
    .join(', ')
}

const MIDNIGHT = 1_440

function choiceOf(key: string): { packageId: string; lineKey: string } {
  const [packageId = '', lineKey = ''] = key.split(' ')
  return { packageId, lineKey }
}

/** What the browser's field for a time shows; midnight at the end of a day is 00:00 there. */
function clockOf(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60) % 24, minute % 60]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Of a field without a time: no number, which the contract has a sentence for. */
function minuteOf(clock: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = clock.split(':').map((part) => Number.parseInt(part, 10))
  return hours * 60 + minutes
}
