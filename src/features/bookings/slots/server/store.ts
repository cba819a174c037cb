import '../../server/tables.ts'
import { type RawBuilder, sql } from 'kysely'
import { isAdvising } from '#features/consultants/server/public.ts'
import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Span } from '../rules/buffer.ts'
import { type Availability, type Commitments, REACH } from '../rules/free-slots.ts'

/** A consultant's availability and the times that are taken, from which the free slots are worked out. */
export type Schedule = { consultantId: string; availability: Availability; commitments: Commitments }

type ScheduleQuery = {
  /** The member's own reservation counts as free, because a new choice replaces it. */
  line: Pick<SessionLine, 'entitlementId' | 'packageId' | 'lineKey' | 'serviceType'>
  window: Span
  now: Date
  /** Limits the search to one consultant. */
  consultantId?: string | null | undefined
  /** The booking being moved. Its own slot counts as free, as does any slot offered to it from the waitlist. */
  movingId?: string | undefined
}

/**
 * Loads the schedules around a window in one query, in the same order as on the public page. Includes published, active
 * consultants in the package's service who offer this session type.
 */
export async function listSchedules(db: Db, query: ScheduleQuery): Promise<Schedule[]> {
  const { line, window, now, consultantId = null, movingId = null } = query
  const isTaken = sql<boolean>`(
    (state <> 'reserved' or (reserved_until > ${now} and (
      member_id <> asking.member_id
      or is_offer and not exists (
        select from waitlist_offer where reservation_id = booking.id and booking_id = ${movingId}::uuid))))
    and id is distinct from ${movingId}::uuid)`
  const { rows } = await sql<ScheduleRow>`
    select
      ${scheduleColumns(window, isTaken)}
    from entitlement as asking
    cross join consultant
    join account on account.id = consultant.account_id
    join availability on availability.consultant_id = consultant.id
    where asking.id = ${line.entitlementId}
      and consultant.published_at is not null
      and ${isAdvising}
      and ${line.serviceType} = any (consultant.services)
      and (${consultantId}::uuid is null or consultant.id = ${consultantId}::uuid)
      and (
        not exists (select from consultant_session_type where consultant_session_type.consultant_id = consultant.id)
        or exists (
          select from consultant_session_type
          where consultant_session_type.consultant_id = consultant.id
            and package_id = ${line.packageId} and line_key = ${line.lineKey}))
    order by consultant.position, consultant.id
  `.execute(db)
  return rows.map(toSchedule)
}

type ScheduleRow = Availability & Commitments & { consultantId: string }

function toSchedule({ consultantId, sessions, busy, ...availability }: ScheduleRow): Schedule {
  return { consultantId, availability, commitments: { sessions, busy } }
}

/** @param isTaken whether a `booking` that is not cancelled takes its time */
function scheduleColumns(window: Span, isTaken: RawBuilder<boolean>) {
  const from = new Date(window.from - REACH)
  const until = new Date(window.until + REACH)
  return sql`
      consultant.id as "consultantId",
      availability.time_zone as "timeZone",
      availability.buffer_minutes as "bufferMinutes",
      availability.minimum_notice_minutes as "minimumNoticeMinutes",
      availability.horizon_days as "horizonDays",
      availability.daily_limit as "dailyLimit",
      (select coalesce(json_agg(json_build_object('weekday', weekday, 'startsMinute', starts_minute, 'endsMinute', ends_minute)), '[]')
        from weekly_hours where weekly_hours.consultant_id = consultant.id) as "weeklyHours",
      (select coalesce(json_agg(json_build_object('day', day, 'startsMinute', starts_minute, 'endsMinute', ends_minute)), '[]')
        from day_hours where day_hours.consultant_id = consultant.id
          and day between ${from}::date and ${until}::date) as "dateOverrides",
      (select coalesce(json_agg(day::text), '[]')
        from day_off where day_off.consultant_id = consultant.id
          and day between ${from}::date and ${until}::date) as "daysOff",
      (select coalesce(json_agg(json_build_object(
          'from', extract(epoch from starts_at) * 1000, 'until', extract(epoch from ends_at) * 1000,
          'occupied', json_build_object(
            'from', extract(epoch from lower(occupied)) * 1000, 'until', extract(epoch from upper(occupied)) * 1000))), '[]')
        from booking
        where booking.consultant_id = consultant.id
          and occupied && tstzrange(${from}, ${until})
          -- Repeats the condition of the exclusion constraint, so that its index can be used.
          and state in ('reserved', 'booked', 'held', 'missed')
          and ${isTaken}) as sessions,
      (select coalesce(json_agg(json_build_object(
          'from', extract(epoch from greatest(lower(during), ${from})) * 1000,
          'until', extract(epoch from least(upper(during), ${until})) * 1000)), '[]')
        from busy_time
        where busy_time.consultant_id = consultant.id and during && tstzrange(${from}, ${until})) as busy`
}

/**
 * The schedules of published consultants for people without a package, each with the length of the longest session on
 * sale that the consultant offers.
 */
export async function listOpenSchedules(
  db: Db,
  { window, now }: { window: Span; now: Date },
): Promise<(Schedule & { minutes: number })[]> {
  const isTaken = sql<boolean>`(state <> 'reserved' or reserved_until > ${now})`
  const { rows } = await sql<ScheduleRow & { minutes: number }>`
    select
      offered.minutes,
      ${scheduleColumns(window, isTaken)}
    from consultant
    join account on account.id = consultant.account_id
    join availability on availability.consultant_id = consultant.id
    cross join lateral (
      select max(package_line.minutes) as minutes
      from package
      join package_line on package_line.package_id = package.id and package_line.version = package.current_version
      where package.on_sale and package_line.kind = 'session'
        and package.service_type = any (consultant.services)
        and (
          not exists (select from consultant_session_type where consultant_session_type.consultant_id = consultant.id)
          or exists (
            select from consultant_session_type
            where consultant_session_type.consultant_id = consultant.id
              and consultant_session_type.package_id = package.id and line_key = package_line.key))) as offered
    where consultant.published_at is not null
      and ${isAdvising}
      and offered.minutes is not null
    order by consultant.position, consultant.id
  `.execute(db)
  return rows.map(({ minutes, ...row }) => ({ ...toSchedule(row), minutes }))
}

export async function isMemberBooking(db: Db, memberId: MemberId, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('booking')
    .where('id', '=', bookingId)
    .where('memberId', '=', memberId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Finds sessions on sale that are not offered by any consultant who can be booked. Uses the same rule as
 * `listSchedules`, and leaves out consultants without working hours, who are never free.
 */
export async function findUnstaffedSessions(db: Db) {
  const { rows } = await sql<{ packageId: string; packageTitle: string; title: string }>`
    select package.id as "packageId", package_version.title as "packageTitle", package_line.title
    from package
    join package_version on package_version.package_id = package.id and package_version.version = package.current_version
    join package_line on package_line.package_id = package.id and package_line.version = package.current_version
    where package.on_sale and package_line.kind = 'session' and not exists (
      select from consultant
      join account on account.id = consultant.account_id
      join availability on availability.consultant_id = consultant.id
      where consultant.published_at is not null
        and ${isAdvising}
        and package.service_type = any (consultant.services)
        and (
          exists (select from weekly_hours where weekly_hours.consultant_id = consultant.id)
          or exists (select from day_hours where day_hours.consultant_id = consultant.id and day >= current_date))
        and (
          not exists (select from consultant_session_type where consultant_session_type.consultant_id = consultant.id)
          or exists (
            select from consultant_session_type
            where consultant_session_type.consultant_id = consultant.id
              and consultant_session_type.package_id = package.id and line_key = package_line.key)))
    order by package.position, package_line.position
  `.execute(db)
  return rows
}
