import '../../server/tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { MAX_CONSULTANTS } from '../contract.ts'

// Includes unpublished and former consultants.

function selectConsultants(db: Db, now: Date) {
  return db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.accountId')
    .leftJoin('availability', 'availability.consultantId', 'consultant.id')
    .select(['consultant.id', 'consultant.accountId', 'consultant.displayName', 'consultant.publishedAt'])
    .select(['account.email', 'account.role', 'account.disabledAt', 'availability.version'])
    .select(sql<ServiceType[]>`consultant.services`.as('services'))
    .select((select) => [
      select
        .selectFrom('consultantSessionType')
        .whereRef('consultantSessionType.consultantId', '=', 'consultant.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('chosen'),
      select
        .selectFrom('booking')
        .whereRef('booking.consultantId', '=', 'consultant.id')
        .where('booking.state', '=', 'booked')
        .where('booking.startsAt', '>', now)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('upcoming'),
      select
        .selectFrom('importedCalendar')
        .whereRef('importedCalendar.consultantId', '=', 'consultant.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('calendars'),
      select
        .selectFrom('importedCalendar')
        .whereRef('importedCalendar.consultantId', '=', 'consultant.id')
        .where('importedCalendar.problem', 'is not', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('broken'),
    ])
    .select(
      sql<boolean>`exists (select from weekly_hours where weekly_hours.consultant_id = consultant.id)
        or exists (select from day_hours where day_hours.consultant_id = consultant.id)`.as('hasHours'),
    )
}

export type ConsultantRow = Awaited<ReturnType<ReturnType<typeof selectConsultants>['executeTakeFirstOrThrow']>>

export async function listConsultants(db: Db, now: Date): Promise<ConsultantRow[]> {
  return selectConsultants(db, now)
    .orderBy('consultant.position')
    .orderBy('consultant.displayName')
    .limit(MAX_CONSULTANTS)
    .execute()
}

export async function findConsultantById(db: Db, id: string, now: Date): Promise<ConsultantRow | undefined> {
  return selectConsultants(db, now).where('consultant.id', '=', id).executeTakeFirst()
}

/**
 * Replaces the session types and leaves the rest of the availability unchanged.
 * @returns false if the availability has changed since it was read
 */
export async function replaceSessionTypes(
  tx: Db,
  consultantId: string,
  { version, sessions }: { version: number; sessions: { packageId: string; lineKey: string }[] | null },
): Promise<boolean> {
  const saved = await tx
    .updateTable('availability')
    .set({ version: version + 1 })
    .where('consultantId', '=', consultantId)
    .where('version', '=', version)
    .returning('consultantId')
    .executeTakeFirst()
  if (!saved) return false
  await tx.deleteFrom('consultantSessionType').where('consultantId', '=', consultantId).execute()
  const rows = (sessions ?? []).map(({ packageId, lineKey }) => ({
    consultantId,
    packageId,
    lineKey,
  }))
  if (rows.length > 0) await tx.insertInto('consultantSessionType').values(rows).execute()
  return true
}
