import '../../server/tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { linesOf, versionOf } from '#features/catalogue/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Availability, SessionType } from '../contract.ts'

/** @param today for example "2026-11-21". Earlier dates are left out */
export async function findAvailability(db: Db, consultantId: string, today: string): Promise<Availability | undefined> {
  const row = await db
    .selectFrom('availability')
    .where('consultantId', '=', consultantId)
    .select(['version', 'timeZone', 'bufferMinutes', 'minimumNoticeMinutes', 'horizonDays', 'dailyLimit', 'meetingUrl'])
    .executeTakeFirst()
  if (!row) return undefined
  const sessions = await findSessionTypes(db, consultantId)
  return {
    ...row,
    weeklyHours: await findWeeklyHours(db, consultantId),
    dateOverrides: await findDateOverrides(db, consultantId, today),
    daysOff: await findDaysOff(db, consultantId, today),
    sessions: sessions.length > 0 ? sessions : null,
  }
}

/**
 * Replaces the whole availability. Concurrent saves wait for the lock on the availability row.
 * @returns false if the availability has changed since it was read
 */
export async function replaceAvailability(tx: Db, consultantId: string, availability: Availability): Promise<boolean> {
  const row = {
    timeZone: availability.timeZone,
    bufferMinutes: availability.bufferMinutes,
    minimumNoticeMinutes: availability.minimumNoticeMinutes,
    horizonDays: availability.horizonDays,
    dailyLimit: availability.dailyLimit,
    meetingUrl: availability.meetingUrl,
  }
  const saved = await tx
    .insertInto('availability')
    .values({ consultantId, ...row, version: availability.version + 1 })
    .onConflict((conflict) =>
      conflict
        .column('consultantId')
        .doUpdateSet({ ...row, version: availability.version + 1 })
        .where('availability.version', '=', availability.version),
    )
    .returning('consultantId')
    .executeTakeFirst()
  if (!saved) return false
  for (const table of ['weeklyHours', 'dayHours', 'dayOff', 'consultantSessionType'] as const)
    await tx.deleteFrom(table).where('consultantId', '=', consultantId).execute()
  await insertHours(tx, consultantId, availability)
  const daysOff = availability.daysOff.map(({ day, reason }) => ({ consultantId, day, reason: reason || null }))
  if (daysOff.length > 0) await tx.insertInto('dayOff').values(daysOff).execute()
  const sessions = (availability.sessions ?? []).map(({ packageId, lineKey }) => ({
    consultantId,
    packageId,
    lineKey,
  }))
  if (sessions.length > 0) await tx.insertInto('consultantSessionType').values(sessions).execute()
  return true
}

async function insertHours(tx: Db, consultantId: string, { weeklyHours, dateOverrides }: Availability): Promise<void> {
  const weekly = weeklyHours.map(({ weekday, startsMinute, endsMinute }) => ({
    consultantId,
    weekday,
    startsMinute,
    endsMinute,
  }))
  if (weekly.length > 0) await tx.insertInto('weeklyHours').values(weekly).execute()
  const days = dateOverrides.map(({ day, startsMinute, endsMinute }) => ({
    consultantId,
    day,
    startsMinute,
    endsMinute,
  }))
  if (days.length > 0) await tx.insertInto('dayHours').values(days).execute()
}

/** Blocks bookings on this day. Without saved availability no one can book the consultant, so nothing is stored. */
export async function insertDayOff(tx: Db, consultantId: string, day: string, reason: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('availability')
    .set((where) => ({ version: where('version', '+', 1) }))
    .where('consultantId', '=', consultantId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await tx
    .insertInto('dayOff')
    .values({ consultantId, day, reason })
    .onConflict((conflict) => conflict.columns(['consultantId', 'day']).doNothing())
    .execute()
}

/** Lists the session types of the packages on sale now, in catalogue order. */
export async function listSessionTypes(db: Db, services: ServiceType[]): Promise<SessionType[]> {
  const rows = await db
    .selectFrom('package')
    .innerJoin('packageVersion', versionOf('package'))
    .innerJoin('packageLine', linesOf('package'))
    .where('package.serviceType', 'in', services)
    .where('packageLine.kind', '=', 'session')
    .select(['package.id', 'packageVersion.title as packageTitle', 'packageLine.key', 'packageLine.title'])
    .select('packageLine.minutes')
    .orderBy('package.position')
    .orderBy('packageLine.position')
    .execute()
  return rows.map((row) => ({
    packageId: row.id,
    packageTitle: row.packageTitle,
    lineKey: row.key,
    title: row.title,
    minutes: row.minutes ?? 0,
  }))
}

async function findSessionTypes(db: Db, consultantId: string): Promise<NonNullable<Availability['sessions']>> {
  const rows = await db
    .selectFrom('consultantSessionType')
    .where('consultantId', '=', consultantId)
    .select(['packageId', 'lineKey'])
    .orderBy('packageId')
    .orderBy('lineKey')
    .execute()
  return rows
}

function findWeeklyHours(db: Db, consultantId: string): Promise<Availability['weeklyHours']> {
  return db
    .selectFrom('weeklyHours')
    .where('consultantId', '=', consultantId)
    .select(['weekday', 'startsMinute', 'endsMinute'])
    .orderBy('weekday')
    .orderBy('startsMinute')
    .execute()
}

function findDateOverrides(db: Db, consultantId: string, today: string): Promise<Availability['dateOverrides']> {
  return db
    .selectFrom('dayHours')
    .where('consultantId', '=', consultantId)
    .where('day', '>=', today)
    .select([sql<string>`day::text`.as('day'), 'startsMinute', 'endsMinute'])
    .orderBy('dayHours.day')
    .orderBy('startsMinute')
    .execute()
}

function findDaysOff(db: Db, consultantId: string, today: string): Promise<Availability['daysOff']> {
  return db
    .selectFrom('dayOff')
    .where('consultantId', '=', consultantId)
    .where('day', '>=', today)
    .select([sql<string>`day::text`.as('day'), 'reason'])
    .orderBy('dayOff.day')
    .execute()
}
