import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { AnomalyKind } from '../rules/anomalies.ts'

export type NewAnomaly = { kind: AnomalyKind; subject: string; detail: object; foundAt: Date }

/** @returns its id; undefined where this case is known: one line each, however often it is found again */
export async function insertAnomaly(
  db: Db,
  { kind, subject, detail, foundAt }: NewAnomaly,
): Promise<string | undefined> {
  const row = await db
    .insertInto('payment_anomaly')
    .values({ kind, subject, detail, found_at: foundAt, resolved_at: null, resolution: null, resolved_by: null })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Newest first, from just after a place in that order. */
export async function findAnomalies(
  db: Db,
  { state, after, limit }: { state: 'open' | 'resolved'; after: { at: Date; id: string } | undefined; limit: number },
): Promise<AnomalyRow[]> {
  let query = anomalies(db).where('resolved_at', state === 'open' ? 'is' : 'is not', null)
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('payment_anomaly.found_at', 'payment_anomaly.id'), '<', where.tuple(after.at, after.id)),
    )
  }
  return query.orderBy('payment_anomaly.found_at', 'desc').orderBy('payment_anomaly.id', 'desc').limit(limit).execute()
}

export async function findAnomaly(db: Db, id: string): Promise<AnomalyRow | undefined> {
  return anomalies(db).where('payment_anomaly.id', '=', id).executeTakeFirst()
}

/** What the open cases of a kind are about. */
export async function listOpenDetails(db: Db, kind: AnomalyKind): Promise<{ subscriptionId?: string }[]> {
  const rows = await anomalies(db).where('kind', '=', kind).where('resolved_at', 'is', null).execute()
  return rows.map(({ detail }) => detail as { subscriptionId?: string })
}

export type AnomalyRow = Awaited<ReturnType<ReturnType<typeof anomalies>['executeTakeFirstOrThrow']>>

/** The one question behind every case that is shown. */
export function anomalies(db: Db) {
  return db
    .selectFrom('payment_anomaly')
    .leftJoin('account', 'account.id', 'payment_anomaly.resolved_by')
    .select(['payment_anomaly.id', 'kind', 'subject', 'detail', 'found_at', 'resolved_at', 'resolution'])
    .select(['account.first_name', 'account.last_name'])
}

/** @returns false where it was closed already */
export async function saveResolution(
  db: Db,
  id: string,
  { reason, by, at }: { reason: string; by: MemberId; at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('payment_anomaly')
    .set({ resolution: reason, resolved_by: by, resolved_at: at })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countOpenAnomalies(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payment_anomaly')
    .where('resolved_at', 'is', null)
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
