import type { TestApp } from '../app/start-app.ts'
import { insertConsultant } from './consultants.ts'

/** Local times in the consultant's time zone, such as ['09:00', '17:00']; '24:00' is midnight. */
type Hours = readonly [from: string, until: string]

type Bookable = NonNullable<Parameters<typeof insertConsultant>[1]> & {
  timeZone: string
  bufferMinutes: number
  minimumNoticeMinutes: number
  horizonDays: number
  dailyLimit: number | null
  meetingUrl: string | null
  /** Working hours by weekday, starting with 1 for Monday; a plain list applies to every day. */
  weeklyHours: readonly Hours[] | Partial<Record<1 | 2 | 3 | 4 | 5 | 6 | 7, readonly Hours[]>>
  /** Hours on single days that replace the weekly ones: { '2026-12-24': [['09:00', '12:00']] }. */
  dateOverrides: Record<string, readonly Hours[]>
  daysOff: readonly string[]
  /** The session types they offer; if empty, all types in their services. */
  sessions: readonly { packageId: string; lineKey: string }[]
}

/**
 * Inserts a consultant whom members can book. By default, they work around the clock in London's time zone, without
 * buffer or notice.
 */
export async function givenBookableConsultant(
  app: Pick<TestApp, 'database' | 'rows'>,
  details: Partial<Bookable> = {},
) {
  const {
    timeZone = 'Europe/London',
    bufferMinutes = 0,
    minimumNoticeMinutes = 0,
    horizonDays = 60,
    dailyLimit = null,
    meetingUrl = 'https://meet.example.org/ada',
    weeklyHours = [['00:00', '24:00']],
    dateOverrides = {},
    daysOff = [],
    sessions = [],
    ...entry
  } = details
  const consultant = await insertConsultant(app, entry)
  await app.rows(
    `insert into availability
       (consultant_id, time_zone, buffer_minutes, minimum_notice_minutes, horizon_days, daily_limit, meeting_url)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    consultant.id,
    timeZone,
    bufferMinutes,
    minimumNoticeMinutes,
    horizonDays,
    dailyLimit,
    meetingUrl,
  )
  const insertHours = (table: string, day: string | number, hours: readonly Hours[]) =>
    Promise.all(
      hours.map(([from, until]) =>
        app.rows(
          `insert into ${table} values ($1, $2, $3, $4)`,
          consultant.id,
          day,
          minuteOfDay(from),
          minuteOfDay(until),
        ),
      ),
    )
  for (const weekday of [1, 2, 3, 4, 5, 6, 7] as const) {
    const hours = isList(weeklyHours) ? weeklyHours : (weeklyHours[weekday] ?? [])
    await insertHours('weekly_hours', weekday, hours)
  }
  for (const [day, hours] of Object.entries(dateOverrides)) await insertHours('day_hours', day, hours)
  for (const day of daysOff)
    await app.rows('insert into day_off (consultant_id, day) values ($1, $2)', consultant.id, day)
  for (const { packageId, lineKey } of sessions)
    await app.rows('insert into consultant_session_type values ($1, $2, $3)', consultant.id, packageId, lineKey)
  return consultant
}

/** Details of a consultant who works from 09:00 to 10:00 UTC every day. */
export const nineToTen = { timeZone: 'UTC', weeklyHours: [['09:00', '10:00']] } as const

/** This UTC time on the day that is this many days after the given moment. */
export function momentAfter(moment: Date, days: number, time: string): Date {
  return new Date(
    `${minutesAfter(moment, days * 24 * 60)
      .toISOString()
      .slice(0, 10)}T${time}:00Z`,
  )
}

/** Marks a period as busy in the consultant's imported calendar. */
export async function givenBusyTime(app: Pick<TestApp, 'rows'>, consultantId: string, from: Date, until: Date) {
  const [calendar] = await app.rows(
    `insert into imported_calendar (consultant_id, url) values ($1, 'https://calendar.example.org/own.ics')
     on conflict (consultant_id, url) do update set url = excluded.url returning id`,
    consultantId,
  )
  await app.rows(
    'insert into busy_time (calendar_id, consultant_id, during) values ($1, $2, tstzrange($3, $4))',
    calendar.id,
    consultantId,
    from,
    until,
  )
}

/** Grants an active package without payment or ledger entries. */
export async function grantPackage(
  app: Pick<TestApp, 'rows' | 'clock'>,
  memberId: string,
  packageId = 'my-future-basic',
): Promise<string> {
  const now = app.clock.now()
  const [{ id }] = await app.rows(
    `insert into entitlement (member_id, package_id, package_version, source, starts_at, ends_at)
     select $1, package_id, max(version), 'granted', $3, $4 from package_version where package_id = $2
     group by package_id returning id`,
    memberId,
    packageId,
    minutesAfter(now, -60 * 24 * 60),
    minutesAfter(now, 60 * 24 * 60),
  )
  return id
}

type GivenBooking = {
  consultantId: string
  memberId: string
  entitlementId: string
  packageId: string
  lineKey: string
  startsAt: Date
  minutes: number
  bufferMinutes: number
  state: 'reserved' | 'booked' | 'cancelled' | 'held' | 'missed'
  reservedUntil: Date
  isUnlimited: boolean
}

/** Inserts a booking directly, without ledger entries. */
export async function insertBooking(
  app: Pick<TestApp, 'rows' | 'clock'>,
  details: Pick<GivenBooking, 'consultantId' | 'memberId' | 'entitlementId' | 'startsAt'> & Partial<GivenBooking>,
): Promise<string> {
  const { minutes = 10, bufferMinutes = 0, state = 'booked', startsAt } = details
  const endsAt = minutesAfter(startsAt, minutes)
  const now = app.clock.now()
  const [{ id }] = await app.rows(
    `insert into booking (
       member_id, consultant_id, entitlement_id, line_key, package_id, title, minutes, is_unlimited, starts_at, ends_at,
       occupied, state, reserved_until, place, created_at, booked_at, cancelled_at, cancelled_by)
     values ($1, $2, $3, $4, $5, 'A session', $6, $7, $8, $9, tstzrange($10, $11), $12, $13, $14, $15, $16, $17, $18)
     returning id`,
    details.memberId,
    details.consultantId,
    details.entitlementId,
    details.lineKey ?? 'initial-consultation',
    details.packageId ?? 'my-future-basic',
    minutes,
    details.isUnlimited ?? false,
    startsAt,
    endsAt,
    minutesAfter(startsAt, -bufferMinutes),
    minutesAfter(endsAt, bufferMinutes),
    state,
    state === 'reserved' ? (details.reservedUntil ?? minutesAfter(now, 5)) : null,
    state === 'reserved' ? null : 'online',
    now,
    state === 'reserved' ? null : now,
    state === 'cancelled' ? now : null,
    state === 'cancelled' ? 'member' : null,
  )
  return id
}

function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000)
}

function minuteOfDay(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

function isList(hours: Bookable['weeklyHours']): hours is readonly Hours[] {
  return Array.isArray(hours)
}
