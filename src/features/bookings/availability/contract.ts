import { z } from 'zod'
import { calendarDay, TimeZone } from '#platform/shared/date-fields.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/text.ts'
import { noConsultantProfile } from '../contract.ts'

const MINUTES_PER_DAY = 1_440

/** Minutes from midnight in the consultant's time zone. 1,440 is midnight at the end of the day. */
export const Hours = z.strictObject({
  startsMinute: minuteOfDay(0, MINUTES_PER_DAY - 1),
  endsMinute: minuteOfDay(1, MINUTES_PER_DAY),
})
export type Hours = z.infer<typeof Hours>

/** ISO 8601 weekday number. Monday is 1. */
const Weekday = z.int().min(1).max(7)

const WeeklyHours = Hours.extend({ weekday: Weekday })

/** Hours that replace the weekly hours on a particular date. */
const DateOverride = Hours.extend({ day: calendarDay() })

const DayOff = z.strictObject({
  day: calendarDay(),
  reason: text({ max: 200 }).nullable(),
})

const MeetingUrl = text({ max: 500 })
  .refine(isWebAddress, 'Enter a link that starts with https://')
  .refine(hasNoWhitespace, 'Enter the link without spaces or line breaks')

/** Members cannot book further ahead than this. */
export const MAX_HORIZON_DAYS = 365

const MAX_INTERVALS = 70
const MAX_OVERRIDES = 200

export const AvailabilityFields = z.strictObject({
  /**
   * Version of the availability when it was loaded. Saving is refused if another page or a sick day has changed it
   * since.
   */
  version: z.int().min(0).max(2_147_483_646),
  timeZone: TimeZone,
  /** Minutes kept free before and after each session. */
  bufferMinutes: z.int().min(0, 'Enter 0 minutes or more').max(120, 'Enter 120 minutes or less'),
  minimumNoticeMinutes: z.int().min(0, 'Enter 0 minutes or more').max(20_160, 'Enter 14 days or less'),
  horizonDays: z.int().min(1, 'Enter 1 day or more').max(MAX_HORIZON_DAYS, `Enter ${MAX_HORIZON_DAYS} days or less`),
  /** Null if there is no limit on sessions per day. */
  dailyLimit: z.int().min(1, 'Enter 1 session or more').max(50, 'Enter 50 sessions or fewer').nullable(),
  /** Link to the consultant's online meeting room. */
  meetingUrl: MeetingUrl.nullable(),
  weeklyHours: z.array(WeeklyHours).max(MAX_INTERVALS),
  /** From today onwards. Past dates are dropped on saving. */
  dateOverrides: z.array(DateOverride).max(MAX_OVERRIDES),
  daysOff: z.array(DayOff).max(MAX_OVERRIDES),
  /** Session types the consultant offers. Null means every session type in their services. */
  sessions: z
    .array(z.strictObject({ packageId: z.string().max(100), lineKey: z.string().max(100) }))
    .min(1, 'Choose at least one session')
    .max(200)
    .nullable(),
})

/** A consultant's complete availability, saved as one document. */
export const Availability = AvailabilityFields.superRefine((availability, check) => {
  const complain: Complain = (path, message) => check.addIssue({ code: 'custom', path, message })
  checkHours('weeklyHours', availability.weeklyHours, ({ weekday }) => String(weekday), complain)
  checkHours('dateOverrides', availability.dateOverrides, ({ day }) => day, complain)
  const daysOff = availability.daysOff.map(({ day }) => day)
  for (const index of listRepeated(daysOff)) complain(['daysOff', index, 'day'], 'This day is already in the list')
  for (const [index, { day }] of availability.dateOverrides.entries())
    if (daysOff.includes(day))
      complain(['dateOverrides', index, 'day'], 'This is already a day off. Choose another day or remove the day off')
  const sessions = (availability.sessions ?? []).map(({ packageId, lineKey }) => JSON.stringify([packageId, lineKey]))
  for (const index of listRepeated(sessions)) complain(['sessions', index], 'This session is already in the list')
})
export type Availability = z.infer<typeof Availability>

/** A session type that a consultant can offer. */
export const SessionType = z.object({
  packageId: z.string(),
  packageTitle: z.string(),
  lineKey: z.string(),
  title: z.string(),
  minutes: z.int(),
})
export type SessionType = z.infer<typeof SessionType>

export const OwnAvailability = z.object({
  displayName: z.string(),
  /** Members see the profile only if it is published. */
  isPublished: z.boolean(),
  /** False if nothing has been saved yet and `availability` holds the defaults. */
  isSaved: z.boolean(),
  availability: AvailabilityFields,
  /** The session types of the consultant's services. */
  offered: z.array(SessionType),
  /** Today in the consultant's time zone, for example "2026-11-21". */
  today: z.iso.date(),
})
export type OwnAvailability = z.infer<typeof OwnAvailability>

export const getAvailability = endpoint('GET /api/consultant/availability', {
  summary: 'Get the consultant’s own availability',
  access: 'consultant',
  response: OwnAvailability,
  refusals: { 'no-consultant-profile': noConsultantProfile },
})

export const saveAvailability = endpoint('PUT /api/consultant/availability', {
  summary: 'Replace the consultant’s availability, without affecting existing bookings',
  access: 'consultant',
  body: Availability,
  bodyLimit: 131_072,
  response: OwnAvailability,
  message: 'Availability saved.',
  refusals: {
    'no-consultant-profile': noConsultantProfile,
    'availability-changed':
      'Your availability has changed since you opened this page. Reload the page and make your change again.',
    'session-type-not-offered': {
      status: 400,
      message: 'One of these sessions is no longer part of your services. Reload the page.',
    },
  },
})

/** Lists the indexes of values that already occur earlier in the list. */
function listRepeated(values: string[]): number[] {
  return [...values.entries()].filter(([index, value]) => values.indexOf(value) < index).map(([index]) => index)
}

function minuteOfDay(first: number, last: number) {
  const sentence = 'Enter a time'
  return z.number(sentence).int(sentence).min(first, sentence).max(last, sentence)
}

type Complain = (path: (string | number)[], message: string) => void

/** Checks that intervals end after they start and do not overlap within a day. Adjacent intervals are allowed. */
function checkHours<Interval extends Hours>(
  name: string,
  intervals: Interval[],
  toDay: (interval: Interval) => string,
  complain: Complain,
): void {
  for (const [index, { startsMinute, endsMinute }] of intervals.entries())
    if (endsMinute <= startsMinute) complain([name, index, 'endsMinute'], 'The end time must be after the start time')
  const sorted = [...intervals.entries()].sort(([, a], [, b]) => a.startsMinute - b.startsMinute)
  const busyUntil = new Map<string, number>()
  for (const [index, interval] of sorted) {
    const day = toDay(interval)
    const occupiedUntil = busyUntil.get(day) ?? 0
    if (interval.startsMinute < occupiedUntil)
      complain([name, index, 'startsMinute'], 'These hours overlap with others on that day')
    busyUntil.set(day, Math.max(occupiedUntil, interval.endsMinute))
  }
}

/** `URL` silently removes line breaks, so a link that contains them would differ from the one that was checked. */
function hasNoWhitespace(value: string): boolean {
  return !/[\p{C}\p{Z}]/u.test(value)
}

function isWebAddress(value: string): boolean {
  if (!value.startsWith('https://') || !URL.canParse(value)) return false
  const { username, password, hostname } = new URL(value)
  return username === '' && password === '' && hostname.includes('.')
}
