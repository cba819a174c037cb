import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { AnomalyKind } from '../rules.ts'

export type NewAnomaly = { kind: AnomalyKind; subject: string; detail: object; foundAt: Date }

/**
 * Each case has one row.
 * @returns its id, or undefined if the case was already reported
 */
export async function insertAnomaly(db: Db, anomaly: NewAnomaly): Promise<string | undefined> {
  const row = await db
    .insertInto('paymentAnomaly')
    .values({ ...anomaly, resolvedAt: null, resolution: null, resolvedBy: null })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findAnomalies(
  db: Db,
  { state, ...page }: Page & { state: 'open' | 'resolved' },
): Promise<AnomalyRow[]> {
  return takePage(
    anomalies(db).where('resolvedAt', state === 'open' ? 'is' : 'is not', null),
    ['paymentAnomaly.foundAt', 'paymentAnomaly.id'],
    'desc',
    page,
  ).execute()
}

export async function findAnomaly(db: Db, id: string): Promise<AnomalyRow | undefined> {
  return anomalies(db).where('paymentAnomaly.id', '=', id).executeTakeFirst()
}

/** Returns the details of all open cases of the given kind. */
export async function listOpenDetails(db: Db, kind: AnomalyKind): Promise<{ subscriptionId?: string }[]> {
  const rows = await anomalies(db).where('kind', '=', kind).where('resolvedAt', 'is', null).execute()
  return rows.map(({ detail }) => detail as { subscriptionId?: string })
}

export type AnomalyRow = Awaited<ReturnType<ReturnType<typeof anomalies>['executeTakeFirstOrThrow']>>

/** Shared by every query that reads cases. */
export function anomalies(db: Db) {
  return db
    .selectFrom('paymentAnomaly')
    .leftJoin('account', 'account.id', 'paymentAnomaly.resolvedBy')
    .select(['paymentAnomaly.id', 'kind', 'subject', 'detail', 'foundAt', 'resolvedAt', 'resolution'])
    .select(['account.firstName', 'account.lastName'])
}

/** @returns false if it was already closed */
export async function saveResolution(
  db: Db,
  id: string,
  { reason, by, at }: { reason: string; by: MemberId; at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('paymentAnomaly')
    .set({ resolution: reason, resolvedBy: by, resolvedAt: at })
    .where('id', '=', id)
    .where('resolvedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countOpenAnomalies(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('paymentAnomaly')
    .where('resolvedAt', 'is', null)
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
