import '../../server/tables.ts'
import { type Insertable, sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { linesOf, versionOf } from '#features/catalogue/server/public.ts'
import type { Db, Tables } from '#platform/server/db/tables.ts'
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
 * Replaces the whole availability. If two are saved at the same time, the second waits for the lock on the availability
 * row.
 * @returns false if the availability has changed since it was read
 */
export async function replaceAvailability(tx: Db, consultantId: string, availability: Availability): Promise<boolean> {
  const { version, weeklyHours, dateOverrides, daysOff, sessions, ...settings } = availability
  const row = { ...settings, version: version + 1 }
  const saved = await tx
    .insertInto('availability')
    .values({ consultantId, ...row })
    .onConflict((conflict) =>
      conflict.column('consultantId').doUpdateSet(row).where('availability.version', '=', version),
    )
    .returning('consultantId')
    .executeTakeFirst()
  if (!saved) return false
  await replaceRows(tx, 'weeklyHours', consultantId, weeklyHours)
  await replaceRows(tx, 'dayHours', consultantId, dateOverrides)
  await replaceRows(tx, 'dayOff', consultantId, daysOff)
  await replaceRows(tx, 'consultantSessionType', consultantId, sessions ?? [])
  return true
}

/**
 * Replaces the session types and leaves the rest of the availability unchanged.
 * @returns false if the availability has changed since it was read
 */
export async function replaceSessionTypes(
  tx: Db,
  consultantId: string,
  { version, sessions }: Pick<Availability, 'version' | 'sessions'>,
): Promise<boolean> {
  const saved = await tx
    .updateTable('availability')
    .set({ version: version + 1 })
    .where('consultantId', '=', consultantId)
    .where('version', '=', version)
    .returning('consultantId')
    .executeTakeFirst()
  if (saved) await replaceRows(tx, 'consultantSessionType', consultantId, sessions ?? [])
  return saved !== undefined
}

type AvailabilityTable = 'weeklyHours' | 'dayHours' | 'dayOff' | 'consultantSessionType'

async function replaceRows<Table extends AvailabilityTable>(
  tx: Db,
  table: Table,
  consultantId: string,
  entries: Omit<Insertable<Tables[Table]>, 'consultantId'>[],
): Promise<void> {
  await tx.deleteFrom<AvailabilityTable>(table).where('consultantId', '=', consultantId).execute()
  const rows = entries.map((entry) => ({ ...entry, consultantId })) as unknown as Insertable<Tables[Table]>[]
  if (rows.length > 0) await tx.insertInto(table).values(rows).execute()
}

/**
 * Blocks bookings on this day. A consultant without saved availability cannot be booked, so nothing is stored for them.
 */
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
  return db
    .selectFrom('package')
    .innerJoin('packageVersion', versionOf('package'))
    .innerJoin('packageLine', linesOf('package'))
    .where('package.serviceType', 'in', services)
    .where('packageLine.kind', '=', 'session')
    .select(['package.id as packageId', 'packageVersion.title as packageTitle'])
    .select(['packageLine.key as lineKey', 'packageLine.title'])
    .select(({ fn, val }) => fn.coalesce('packageLine.minutes', val(0)).as('minutes'))
    .orderBy('package.position')
    .orderBy('packageLine.position')
    .execute()
}

function findSessionTypes(db: Db, consultantId: string) {
  return db
    .selectFrom('consultantSessionType')
    .where('consultantId', '=', consultantId)
    .select(['packageId', 'lineKey'])
    .orderBy('packageId')
    .orderBy('lineKey')
    .execute()
}

function findWeeklyHours(db: Db, consultantId: string) {
  return db
    .selectFrom('weeklyHours')
    .where('consultantId', '=', consultantId)
    .select(['weekday', 'startsMinute', 'endsMinute'])
    .orderBy('weekday')
    .orderBy('startsMinute')
    .execute()
}

function findDateOverrides(db: Db, consultantId: string, today: string) {
  return db
    .selectFrom('dayHours')
    .where('consultantId', '=', consultantId)
    .where('day', '>=', today)
    .select([sql<string>`day::text`.as('day'), 'startsMinute', 'endsMinute'])
    .orderBy('dayHours.day')
    .orderBy('startsMinute')
    .execute()
}

function findDaysOff(db: Db, consultantId: string, today: string) {
  return db
    .selectFrom('dayOff')
    .where('consultantId', '=', consultantId)
    .where('day', '>=', today)
    .select([sql<string>`day::text`.as('day'), 'reason'])
    .orderBy('dayOff.day')
    .execute()
}
