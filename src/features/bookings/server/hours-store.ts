import './tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Availability, OfferedSession } from '../contract/availability.ts'

/** The entry of somebody who advises, as it stands among the consultants. */
export type Entry = { id: string; displayName: string; services: ServiceType[]; isPublished: boolean }

export async function findEntry(db: Db, accountId: MemberId): Promise<Entry | undefined> {
  const row = await db
    .selectFrom('consultant')
    .where('account_id', '=', accountId)
    .select(['id', 'display_name', 'services', 'published_at'])
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      displayName: row.display_name,
      services: row.services,
      isPublished: row.published_at !== null,
    }
  )
}

export async function findTimeZoneOf(db: Db, consultantId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('availability')
    .where('consultant_id', '=', consultantId)
    .select('time_zone')
    .executeTakeFirst()
  return row?.time_zone
}

export async function findMeetingUrl(db: Db, consultantId: string): Promise<string | null> {
  const row = await db
    .selectFrom('availability')
    .where('consultant_id', '=', consultantId)
    .select('meeting_url')
    .executeTakeFirst()
  return row?.meeting_url ?? null
}

/** @param today "2026-11-21": days before it are over and left out */
export async function findAvailability(db: Db, consultantId: string, today: string): Promise<Availability | undefined> {
  const row = await db
    .selectFrom('availability')
    .where('consultant_id', '=', consultantId)
    .selectAll()
    .executeTakeFirst()
  if (!row) return undefined
  const sessions = await findHeldSessions(db, consultantId)
  return {
    version: row.version,
    timeZone: row.time_zone,
    bufferMinutes: row.buffer_minutes,
    minimumNoticeMinutes: row.minimum_notice_minutes,
    horizonDays: row.horizon_days,
    dailyLimit: row.daily_limit,
    meetingUrl: row.meeting_url,
    weeklyHours: await findWeeklyHours(db, consultantId),
    dayHours: await findDayHours(db, consultantId, today),
    daysOff: await findDaysOff(db, consultantId, today),
    sessions: sessions.length > 0 ? sessions : null,
  }
}

/**
 * Replaces everything. Whoever saves at the same moment waits for the row of the availability.
 * @returns false where it has changed since it was read
 */
export async function replaceAvailability(tx: Db, consultantId: string, given: Availability): Promise<boolean> {
  const row = {
    time_zone: given.timeZone,
    buffer_minutes: given.bufferMinutes,
    minimum_notice_minutes: given.minimumNoticeMinutes,
    horizon_days: given.horizonDays,
    daily_limit: given.dailyLimit,
    meeting_url: given.meetingUrl,
  }
  const saved = await tx
    .insertInto('availability')
    .values({ consultant_id: consultantId, ...row, version: given.version + 1 })
    .onConflict((conflict) =>
      conflict
        .column('consultant_id')
        .doUpdateSet({ ...row, version: given.version + 1 })
        .where('availability.version', '=', given.version),
    )
    .returning('consultant_id')
    .executeTakeFirst()
  if (!saved) return false
  for (const table of ['weekly_hours', 'day_hours', 'day_off', 'consultant_session'] as const)
    await tx.deleteFrom(table).where('consultant_id', '=', consultantId).execute()
  await insertHours(tx, consultantId, given)
  const off = given.daysOff.map(({ day, reason }) => ({ consultant_id: consultantId, day, reason: reason || null }))
  if (off.length > 0) await tx.insertInto('day_off').values(off).execute()
  const sessions = (given.sessions ?? []).map(({ packageId, lineKey }) => ({
    consultant_id: consultantId,
    package_id: packageId,
    line_key: lineKey,
  }))
  if (sessions.length > 0) await tx.insertInto('consultant_session').values(sessions).execute()
  return true
}

async function insertHours(tx: Db, consultantId: string, { weeklyHours, dayHours }: Availability): Promise<void> {
  const weekly = weeklyHours.map(({ weekday, startsMinute, endsMinute }) => ({
    consultant_id: consultantId,
    weekday,
    starts_minute: startsMinute,
    ends_minute: endsMinute,
  }))
  if (weekly.length > 0) await tx.insertInto('weekly_hours').values(weekly).execute()
  const days = dayHours.map(({ day, startsMinute, endsMinute }) => ({
    consultant_id: consultantId,
    day,
    starts_minute: startsMinute,
    ends_minute: endsMinute,
  }))
  if (days.length > 0) await tx.insertInto('day_hours').values(days).execute()
}

/** Nobody can be booked then; said twice it is one day. Whoever has saved no hours cannot be booked on any. */
export async function insertDayOff(tx: Db, consultantId: string, day: string, reason: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('availability')
    .set((where) => ({ version: where('version', '+', 1) }))
    .where('consultant_id', '=', consultantId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await tx
    .insertInto('day_off')
    .values({ consultant_id: consultantId, day, reason })
    .onConflict((conflict) => conflict.columns(['consultant_id', 'day']).doNothing())
    .execute()
}

/** The sessions of services as they are sold now, in the order of the packages. */
export async function listOfferedSessions(db: Db, services: ServiceType[]): Promise<OfferedSession[]> {
  const rows = await db
    .selectFrom('package')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'package.id')
        .onRef('package_version.version', '=', 'package.current_version'),
    )
    .innerJoin('package_line', (join) =>
      join
        .onRef('package_line.package_id', '=', 'package.id')
        .onRef('package_line.version', '=', 'package.current_version'),
    )
    .where('package.service_type', 'in', services)
    .where('package_line.kind', '=', 'session')
    .select(['package.id', 'package_version.title as package_title', 'package_line.key', 'package_line.title'])
    .select('package_line.minutes')
    .orderBy('package.position')
    .orderBy('package_line.position')
    .execute()
  return rows.map((row) => ({
    packageId: row.id,
    packageTitle: row.package_title,
    lineKey: row.key,
    title: row.title,
    minutes: row.minutes ?? 0,
  }))
}

async function findHeldSessions(db: Db, consultantId: string): Promise<NonNullable<Availability['sessions']>> {
  const rows = await db
    .selectFrom('consultant_session')
    .where('consultant_id', '=', consultantId)
    .select(['package_id as packageId', 'line_key as lineKey'])
    .orderBy('package_id')
    .orderBy('line_key')
    .execute()
  return rows
}

function findWeeklyHours(db: Db, consultantId: string): Promise<Availability['weeklyHours']> {
  return db
    .selectFrom('weekly_hours')
    .where('consultant_id', '=', consultantId)
    .select(['weekday', 'starts_minute as startsMinute', 'ends_minute as endsMinute'])
    .orderBy('weekday')
    .orderBy('starts_minute')
    .execute()
}

function findDayHours(db: Db, consultantId: string, today: string): Promise<Availability['dayHours']> {
  return db
    .selectFrom('day_hours')
    .where('consultant_id', '=', consultantId)
    .where('day', '>=', today)
    .select([sql<string>`day::text`.as('day'), 'starts_minute as startsMinute', 'ends_minute as endsMinute'])
    .orderBy('day_hours.day')
    .orderBy('starts_minute')
    .execute()
}

function findDaysOff(db: Db, consultantId: string, today: string): Promise<Availability['daysOff']> {
  return db
    .selectFrom('day_off')
    .where('consultant_id', '=', consultantId)
    .where('day', '>=', today)
    .select([sql<string>`day::text`.as('day'), 'reason'])
    .orderBy('day_off.day')
    .execute()
}
