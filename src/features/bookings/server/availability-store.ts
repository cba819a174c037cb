import './tables.ts'
import { sql } from 'kysely'
import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { type Availability, REACH, type Span, type Taken } from '../rules/free-times.ts'

/** Somebody who holds a session, with all that their free times are reckoned from. */
export type Diary = { consultantId: string; availability: Availability; taken: Taken }

type DiaryQuestion = {
  /** Of a member, whose own time that is kept for five minutes counts as free: it gives way to what they choose. */
  line: Pick<SessionLine, 'entitlementId' | 'packageId' | 'lineKey' | 'serviceType'>
  window: Span
  now: Date
  /** Only of this consultant. */
  consultantId?: string | undefined
  /** A booking whose own time, and the earlier one that is offered for it, count as free: it is being moved. */
  movingId?: string | undefined
}

type DiaryRow = {
  consultantId: string
  timeZone: string
  bufferMinutes: number
  minimumNoticeMinutes: number
  horizonDays: number
  dailyLimit: number | null
  weeklyHours: [weekday: number, startsMinute: number, endsMinute: number][]
  dayHours: [day: string, startsMinute: number, endsMinute: number][]
  daysOff: string[]
  sessions: [from: number, until: number, occupiedFrom: number, occupiedUntil: number][]
  busy: [from: number, until: number][]
}

/**
 * The diaries around a window of everybody who holds a session, in their order, in one question: whoever is published,
 * may log in as a consultant, serves the package's service, and holds this session of it.
 */
export async function listDiaries(db: Db, question: DiaryQuestion): Promise<Diary[]> {
  const { line, window, now, consultantId = null, movingId = null } = question
  const from = new Date(window.from - REACH)
  const until = new Date(window.until + REACH)
  const { rows } = await sql<DiaryRow>`
    select
      consultant.id as "consultantId",
      availability.time_zone as "timeZone",
      availability.buffer_minutes as "bufferMinutes",
      availability.minimum_notice_minutes as "minimumNoticeMinutes",
      availability.horizon_days as "horizonDays",
      availability.daily_limit as "dailyLimit",
      (select coalesce(json_agg(json_build_array(weekday, starts_minute, ends_minute)), '[]')
        from weekly_hours where weekly_hours.consultant_id = consultant.id) as "weeklyHours",
      (select coalesce(json_agg(json_build_array(day::text, starts_minute, ends_minute)), '[]')
        from day_hours where day_hours.consultant_id = consultant.id
          and day between ${from}::date and ${until}::date) as "dayHours",
      (select coalesce(json_agg(day::text), '[]')
        from day_off where day_off.consultant_id = consultant.id
          and day between ${from}::date and ${until}::date) as "daysOff",
      (select coalesce(json_agg(json_build_array(
          extract(epoch from starts_at) * 1000, extract(epoch from ends_at) * 1000,
          extract(epoch from lower(occupied)) * 1000, extract(epoch from upper(occupied)) * 1000)), '[]')
        from booking
        where booking.consultant_id = consultant.id
          and occupied && tstzrange(${from}, ${until})
          -- The words of the constraint, whose index this is.
          and state in ('reserved', 'booked', 'held', 'missed')
          and (state <> 'reserved' or (reserved_until > ${now} and (
            member_id <> asking.member_id
            or is_offer and not exists (
              select from earlier_offer where hold_id = booking.id and booking_id = ${movingId}::uuid))))
          and id is distinct from ${movingId}::uuid) as sessions,
      (select coalesce(json_agg(json_build_array(
          extract(epoch from greatest(lower(during), ${from})) * 1000,
          extract(epoch from least(upper(during), ${until})) * 1000)), '[]')
        from busy_time
        where busy_time.consultant_id = consultant.id and during && tstzrange(${from}, ${until})) as busy
    from entitlement as asking
    cross join consultant
    join account on account.id = consultant.account_id
    join availability on availability.consultant_id = consultant.id
    where asking.id = ${line.entitlementId}
      and consultant.published_at is not null
      and account.role = 'consultant'
      and account.disabled_at is null
      and ${line.serviceType} = any (consultant.services)
      and (${consultantId}::uuid is null or consultant.id = ${consultantId}::uuid)
      and (
        not exists (select from consultant_session where consultant_session.consultant_id = consultant.id)
        or exists (
          select from consultant_session
          where consultant_session.consultant_id = consultant.id
            and package_id = ${line.packageId} and line_key = ${line.lineKey}))
    order by consultant.position, consultant.id
  `.execute(db)
  return rows.map(diaryOf)
}

export async function isBookingOf(db: Db, memberId: MemberId, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('booking')
    .where('id', '=', bookingId)
    .where('member_id', '=', memberId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

function diaryOf({ consultantId, weeklyHours, dayHours, sessions, busy, ...settings }: DiaryRow): Diary {
  return {
    consultantId,
    availability: {
      ...settings,
      weeklyHours: weeklyHours.map(([weekday, startsMinute, endsMinute]) => ({ weekday, startsMinute, endsMinute })),
      dayHours: dayHours.map(([day, startsMinute, endsMinute]) => ({ day, startsMinute, endsMinute })),
    },
    taken: {
      sessions: sessions.map(([from, until, occupiedFrom, occupiedUntil]) => ({
        from,
        until,
        occupied: { from: occupiedFrom, until: occupiedUntil },
      })),
      busy: busy.map(([from, until]) => ({ from, until })),
    },
  }
}
