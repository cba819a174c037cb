import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'

/** The ledger of a package, newest first, from just after a place in that order. */
export async function listEntriesOf(
  db: Db,
  entitlementId: string,
  { limit, after }: { limit: number; after: { at: Date; id: string } | undefined },
) {
  let query = db
    .selectFrom('entitlement_entry')
    .innerJoin('entitlement', 'entitlement.id', 'entitlement_entry.entitlement_id')
    .innerJoin('package_line', (join) =>
      join
        .onRef('package_line.package_id', '=', 'entitlement.package_id')
        .onRef('package_line.version', '=', 'entitlement.package_version')
        .onRef('package_line.key', '=', 'entitlement_entry.line_key'),
    )
    .where('entitlement_entry.entitlement_id', '=', entitlementId)
    .select([
      'entitlement_entry.id',
      'entitlement_entry.kind',
      'entitlement_entry.quantity',
      'entitlement_entry.occurred_at',
      'entitlement_entry.reason',
      'entitlement_entry.extends_until',
      'package_line.title',
    ])
  if (after) {
    query = query.where((where) =>
      where(
        where.refTuple('entitlement_entry.occurred_at', 'entitlement_entry.id'),
        '<',
        where.tuple(after.at, after.id),
      ),
    )
  }
  return query
    .orderBy('entitlement_entry.occurred_at', 'desc')
    .orderBy('entitlement_entry.id', 'desc')
    .limit(limit)
    .execute()
}

/** The lines that one session or piece of work has caused, in order. */
export async function listEntriesCausedBy(db: Db, causeId: string) {
  return db
    .selectFrom('entitlement_entry')
    .where('cause_id', '=', causeId)
    .select(['kind', 'occurred_at as occurredAt', 'reason'])
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()
}

export type EntryRow = Awaited<ReturnType<typeof listEntriesOf>>[number]
