import '../../server/tables.ts'
import { sql } from 'kysely'
import { linesOf } from '#features/catalogue/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'

/** The ledger entries of a package, newest first. */
export async function listPackageEntries(db: Db, months: string[], { now, ...page }: Page & { now: Date }) {
  const query = db
    .selectFrom('entitlementEntry')
    .innerJoin('entitlement', 'entitlement.id', 'entitlementEntry.entitlementId')
    .innerJoin('packageLine', (join) =>
      linesOf('entitlement')(join).onRef('packageLine.key', '=', 'entitlementEntry.lineKey'),
    )
    .where('entitlementEntry.entitlementId', '=', sql<string>`any(${months})`)
    .select([
      'entitlementEntry.id',
      'entitlementEntry.kind',
      'entitlementEntry.quantity',
      'entitlementEntry.occurredAt',
      'entitlementEntry.reason',
      'entitlementEntry.extendsUntil',
      'entitlementEntry.causeId',
      'packageLine.title',
      'packageLine.kind as lineKind',
    ])
    // Only sessions that were neither returned nor forfeited are still reserved.
    .select(
      sql<boolean>`exists (
        select from reserved_session
        where reserved_session.cause_id = entitlement_entry.cause_id
          and reserved_session.starts_at + make_interval(mins => package_line.minutes) <= ${now})`.as('isHeld'),
    )
  return takePage(query, ['entitlementEntry.occurredAt', 'entitlementEntry.id'], 'desc', page).execute()
}

/** The ledger entries of one session or item, oldest first. */
export async function listEntriesCausedBy(db: Db, causeId: string) {
  return db
    .selectFrom('entitlementEntry')
    .where('causeId', '=', causeId)
    .select(['kind', 'occurredAt', 'reason'])
    .orderBy('occurredAt')
    .orderBy('id')
    .execute()
}

export type EntryRow = Awaited<ReturnType<typeof listPackageEntries>>[number]
