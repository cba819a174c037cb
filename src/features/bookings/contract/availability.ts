import { z } from 'zod'
import { calendarDay } from '#platform/shared/calendar-day.ts'
import { TimeZone } from '#platform/shared/chosen-time-zone.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/text.ts'

/** A consultant works without an entry only until staff have written one. */
export const noConsultantEntry = {
  status: 409,
  message: 'You have no entry among our consultants yet. Please ask an administrator to write one.',
} as const

const MINUTES_A_DAY = 1_440

/** From and until by the consultant's clock on the wall, in minutes from midnight; 1,440 is midnight at the end. */
const Hours = z.strictObject({
  startsMinute: minuteOfDay(0, MINUTES_A_DAY - 1),
  endsMinute: minuteOfDay(1, MINUTES_A_DAY),
})
export type Hours = z.infer<typeof Hours>

/** ISO 8601: 1 is Monday. */
const Weekday = z.int().min(1).max(7)

const WeeklyHours = Hours.extend({ weekday: Weekday })

/** Hours of one day in place of the weekly ones. */
const DayHours = Hours.extend({ day: calendarDay() })

const DayOff = z.strictObject({
  day: calendarDay(),
  reason: text({ max: 200 }).nullable(),
})

const MeetingUrl = text({ max: 500 })
  .refine(isWebAddress, 'Please enter an address that begins with https://')
  .refine(isInOnePiece, 'Please enter the address in one piece, without spaces or line breaks')

/** Nobody can be booked further ahead. */
export const MOST_HORIZON_DAYS = 365

const MOST_HOURS = 70
const MOST_DAYS_AHEAD = 200

export const document = z.strictObject({
  /** Which one was read: whoever saves changes that one, and no later one, of another page or of an illness. */
  version: z.int().min(0).max(2_147_483_646),
  timeZone: TimeZone,
  /** Kept free before and after each session. */
  bufferMinutes: z.int().min(0, 'A break cannot be shorter than nothing').max(120, 'At most 120 minutes'),
  minimumNoticeMinutes: z.int().min(0, 'Notice cannot be less than nothing').max(20_160, 'At most 14 days'),
  horizonDays: z.int().min(1, 'At least 1 day').max(MOST_HORIZON_DAYS, `At most ${MOST_HORIZON_DAYS} days`),
  /** null: as many as fit. */
  dailyLimit: z.int().min(1, 'At least 1 session').max(50, 'At most 50 sessions').nullable(),
  /** Where they meet members who come online. */
  meetingUrl: MeetingUrl.nullable(),
  weeklyHours: z.array(WeeklyHours).max(MOST_HOURS),
  /** From today on: what is over is forgotten. */
  dayHours: z.array(DayHours).max(MOST_DAYS_AHEAD),
  daysOff: z.array(DayOff).max(MOST_DAYS_AHEAD),
  /** Which sessions of their services they hold; null: every one. */
  sessions: z
    .array(z.strictObject({ packageId: z.string().max(100), lineKey: z.string().max(100) }))
    .min(1, 'Please choose at least one session')
    .max(200)
    .nullable(),
})

/** How a consultant works, all of it at once. */
export const Availability = document.superRefine((given, check) => {
  const complain = (path: (string | number)[], message: string) => check.addIssue({ code: 'custom', path, message })
  checkHours(
    given.weeklyHours,
    ({ weekday }) => String(weekday),
    (index, field, message) => complain(['weeklyHours', index, field], message),
  )
  checkHours(
    given.dayHours,
    ({ day }) => day,
    (index, field, message) => complain(['dayHours', index, field], message),
  )
  const off = new Set<string>()
  for (const [index, { day }] of given.daysOff.entries()) {
    if (off.has(day)) complain(['daysOff', index, 'day'], 'This day is in the list already')
    off.add(day)
  }
  for (const [index, { day }] of given.dayHours.entries())
    if (off.has(day)) complain(['dayHours', index, 'day'], 'This day is a day off. Please keep one of the two')
  const chosen = new Set<string>()
  for (const [index, { packageId, lineKey }] of (given.sessions ?? []).entries()) {
    const session = JSON.stringify([packageId, lineKey])
    if (chosen.has(session)) complain(['sessions', index], 'This session is in the list already')
    chosen.add(session)
  }
})
export type Availability = z.infer<typeof Availability>

/** A kind of session that a consultant can hold. */
export const OfferedSession = z.object({
  packageId: z.string(),
  packageTitle: z.string(),
  lineKey: z.string(),
  title: z.string(),
  minutes: z.int(),
})
export type OfferedSession = z.infer<typeof OfferedSession>

const OwnAvailability = z.object({
  displayName: z.string(),
  /** Whether members can see them at all. */
  isPublished: z.boolean(),
  /** False: nothing was saved yet, and what stands here is where one begins. */
  isSaved: z.boolean(),
  availability: document,
  /** The sessions of their services. */
  offered: z.array(OfferedSession),
  /** "2026-11-21": today by their own calendar. */
  today: z.iso.date(),
})
export type OwnAvailability = z.infer<typeof OwnAvailability>

export const getAvailability = endpoint({
  method: 'GET',
  path: '/api/consultant/availability',
  summary: 'When and how the consultant who asks can be booked',
  access: 'consultant',
  response: OwnAvailability,
  refusals: { 'no-consultant-entry': noConsultantEntry },
})

export const saveAvailability = endpoint({
  method: 'PUT',
  path: '/api/consultant/availability',
  summary: 'Replaces when and how the consultant can be booked; sessions that are booked stay',
  access: 'consultant',
  body: Availability,
  bodyLimit: 131_072,
  response: OwnAvailability,
  message: 'Your availability is saved.',
  refusals: {
    'no-consultant-entry': noConsultantEntry,
    'availability-changed':
      'Your availability has changed since you opened this page. Please load the page again, and then change it.',
    'session-not-yours': {
      status: 400,
      message: 'One of these sessions is not part of your services any more. Please load the page again.',
    },
  },
})

function minuteOfDay(first: number, last: number) {
  const sentence = 'Please enter a time'
  return z.number(sentence).int(sentence).min(first, sentence).max(last, sentence)
}

type Complain = (index: number, field: 'startsMinute' | 'endsMinute', message: string) => void

/** Each interval ends after it starts, and those of one day do not overlap; one may begin where another one ends. */
function checkHours<Interval extends Hours>(
  intervals: Interval[],
  dayOf: (interval: Interval) => string,
  complain: Complain,
): void {
  for (const [index, { startsMinute, endsMinute }] of intervals.entries())
    if (endsMinute <= startsMinute) complain(index, 'endsMinute', 'The end must come after the start')
  const sorted = [...intervals.entries()].sort(([, one], [, other]) => one.startsMinute - other.startsMinute)
  const busyUntil = new Map<string, number>()
  for (const [index, interval] of sorted) {
    const day = dayOf(interval)
    const before = busyUntil.get(day) ?? 0
    if (interval.startsMinute < before) complain(index, 'startsMinute', 'These hours overlap with others of that day')
    busyUntil.set(day, Math.max(before, interval.endsMinute))
  }
}

/** `URL` takes breaks out by itself, so that what it calls an address may not be the one that stands there. */
function isInOnePiece(value: string): boolean {
  return !/[\p{C}\p{Z}]/u.test(value)
}

function isWebAddress(value: string): boolean {
  if (!value.startsWith('https://') || !URL.canParse(value)) return false
  const { username, password, hostname } = new URL(value)
  return username === '' && password === '' && hostname.includes('.')
}
