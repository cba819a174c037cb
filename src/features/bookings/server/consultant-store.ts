import './tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { MOST_CONSULTANTS } from '../contract/consultant.ts'

// Those who advise, for administrators: published or not, here still or not.

function entries(db: Db, now: Date) {
  return db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.account_id')
    .leftJoin('availability', 'availability.consultant_id', 'consultant.id')
    .select(['consultant.id', 'consultant.account_id', 'consultant.display_name', 'consultant.published_at'])
    .select(['account.email', 'account.role', 'account.disabled_at', 'availability.version'])
    .select(sql<ServiceType[]>`consultant.services`.as('services'))
    .select((select) => [
      select
        .selectFrom('consultant_session')
        .whereRef('consultant_session.consultant_id', '=', 'consultant.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('chosen'),
      select
        .selectFrom('booking')
        .whereRef('booking.consultant_id', '=', 'consultant.id')
        .where('booking.state', '=', 'booked')
        .where('booking.starts_at', '>', now)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('upcoming'),
      select
        .selectFrom('imported_calendar')
        .whereRef('imported_calendar.consultant_id', '=', 'consultant.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('calendars'),
      select
        .selectFrom('imported_calendar')
        .whereRef('imported_calendar.consultant_id', '=', 'consultant.id')
        .where('imported_calendar.problem', 'is not', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('broken'),
    ])
    .select(
      sql<boolean>`exists (select from weekly_hours where weekly_hours.consultant_id = consultant.id)
        or exists (select from day_hours where day_hours.consultant_id = consultant.id)`.as('has_hours'),
    )
}

export type ConsultantRow = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>

export async function listEntries(db: Db, now: Date): Promise<ConsultantRow[]> {
  return entries(db, now)
    .orderBy('consultant.position')
    .orderBy('consultant.display_name')
    .limit(MOST_CONSULTANTS)
    .execute()
}

export async function findEntryById(db: Db, id: string, now: Date): Promise<ConsultantRow | undefined> {
  return entries(db, now).where('consultant.id', '=', id).executeTakeFirst()
}

/**
 * Replaces which sessions they hold, and nothing else of their availability.
 * @returns false where it has changed since it was read
 */
export async function replaceHeldSessions(
  tx: Db,
  consultantId: string,
  { version, sessions }: { version: number; sessions: { packageId: string; lineKey: string }[] | null },
): Promise<boolean> {
  const saved = await tx
    .updateTable('availability')
    .set({ version: version + 1 })
    .where('consultant_id', '=', consultantId)
    .where('version', '=', version)
    .returning('consultant_id')
    .executeTakeFirst()
  if (!saved) return false
  await tx.deleteFrom('consultant_session').where('consultant_id', '=', consultantId).execute()
  const rows = (sessions ?? []).map(({ packageId, lineKey }) => ({
    consultant_id: consultantId,
    package_id: packageId,
    line_key: lineKey,
  }))
  if (rows.length > 0) await tx.insertInto('consultant_session').values(rows).execute()
  return true
}
