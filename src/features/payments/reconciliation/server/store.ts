import type { Currency } from '#platform/shared/money.ts'
import '../../server/tables.ts'
import { sql } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { FAILURES_BEFORE_ANOMALY } from '../../anomalies/rules.ts'

/** Stripe never takes longer than this for one purchase, including all retries. */
const LOCK_MINUTES = 5

/**
 * Acquires or renews the lock, using the database clock. After a crash, the lock expires within a few minutes; a
 * process that is just starting takes it over immediately.
 * @returns false if another run has the lock
 */
export async function acquireLock(
  db: Db,
  { mode, lockedBy, takesOver }: { mode: PaymentMode; lockedBy: string; takesOver: boolean },
): Promise<boolean> {
  const lockedUntil = sql<Date>`now() + ${sql.lit(`${LOCK_MINUTES} minutes`)}::interval`
  const row = await db
    .insertInto('paymentReconciliation')
    .values({ paymentMode: mode, lockedBy, lockedUntil })
    .onConflict((conflict) =>
      conflict
        .column('paymentMode')
        .doUpdateSet({ lockedBy, lockedUntil })
        .where((where) =>
          where.or([
            where('paymentReconciliation.lockedBy', '=', lockedBy),
            where('paymentReconciliation.lockedUntil', '<', sql<Date>`now()`),
            where(sql.lit(takesOver), '=', sql.lit(true)),
          ]),
        ),
    )
    .returning('lockedBy')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false if another process has taken over */
export async function renewLock(db: Db, { mode, lockedBy }: { mode: PaymentMode; lockedBy: string }) {
  const row = await db
    .updateTable('paymentReconciliation')
    .set({ lockedUntil: sql<Date>`now() + ${sql.lit(`${LOCK_MINUTES} minutes`)}::interval` })
    .where('paymentMode', '=', mode)
    .where('lockedBy', '=', lockedBy)
    .returning('lockedBy')
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseLock(db: Db, lockedBy: string): Promise<void> {
  await db.deleteFrom('paymentReconciliation').where('lockedBy', '=', lockedBy).execute()
}

/** Updates the cursor row. The row always exists, because events are fetched first. */
export async function recordReconciled(db: Db, mode: PaymentMode): Promise<void> {
  await db
    .updateTable('paymentCursor')
    .set({ reconciledAt: sql<Date>`now()` })
    .where('paymentMode', '=', mode)
    .execute()
}

export type LedgerPurchase = {
  id: string
  total: number
  currency: Currency
  paymentIntentId: string | null
  /** The sum of the purchase's charges in the ledger, in minor units. */
  charged: number
}

/** Purchases with their ledger totals, by purchase id. */
export async function findLedgerPurchases(db: Db, purchaseIds: string[]): Promise<Map<string, LedgerPurchase>> {
  if (purchaseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('purchase')
    .leftJoin('paymentEntry', (join) =>
      join.onRef('paymentEntry.purchaseId', '=', 'purchase.id').on('paymentEntry.kind', '=', 'charge'),
    )
    .where('purchase.id', 'in', purchaseIds)
    .groupBy('purchase.id')
    .select(['purchase.id', 'purchase.total', 'purchase.currency', 'purchase.paymentIntentId'])
    .select((select) => select.fn.coalesce(select.fn.sum('paymentEntry.amount'), sql.lit(0)).as('charged'))
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, charged: Number(row.charged) }]))
}

/** Purchase ids by payment intent id. */
export async function findPurchasesByPayments(db: Db, paymentIntentIds: string[]): Promise<Map<string, string>> {
  if (paymentIntentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('purchase')
    .where('paymentIntentId', 'in', paymentIntentIds)
    .select(['id', 'paymentIntentId'])
    .execute()
  return new Map(rows.map((row) => [row.paymentIntentId ?? '', row.id]))
}

export async function isInLedger(db: Db, kind: 'refund' | 'dispute', providerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('paymentEntry')
    .where('kind', '=', kind)
    .where('providerId', '=', providerId)
    .select('kind')
    .executeTakeFirst()
  return row !== undefined
}

export type PaymentMetrics = {
  /** Stored events that have not been handled. Those that failed too often are open anomalies instead. */
  openEvents: number
  oldestEventAt: Date | null
  openAnomalies: number
  /** Seconds since the last complete reconciliation, by the database clock; null if there has been none. */
  secondsSinceReconciled: number | null
}

/** Payment metrics for the operator. Each query reads only a few rows through its own index. */
export async function getPaymentMetrics(db: Db, mode: PaymentMode): Promise<PaymentMetrics> {
  const waiting = sql`from stripe_event where handled_at is null and failures < ${FAILURES_BEFORE_ANOMALY}`
  const { rows } = await sql<PaymentMetrics>`
    select (select count(*) ${waiting})::int as "openEvents",
      (select min(received_at) ${waiting}) as "oldestEventAt",
      (select count(*) from payment_anomaly where resolved_at is null)::int as "openAnomalies",
      (select extract(epoch from now() - reconciled_at) from payment_cursor where payment_mode = ${mode})::float8
        as "secondsSinceReconciled"`.execute(db)
  const [metrics] = rows
  if (!metrics) throw new Error('Payment metrics query returned no row')
  return metrics
}
