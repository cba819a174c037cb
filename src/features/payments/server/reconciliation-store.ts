import './tables.ts'
import { sql } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'

/** Longer than the provider may take over one purchase, with all its repetitions. */
const HELD_MINUTES = 5

/**
 * Takes or keeps the right to work through the purchases, by the database's own clock. A process that was killed loses it
 * after a few minutes, or at once to one that starts.
 * @returns false where another run has it
 */
export async function holdReconciliation(
  db: Db,
  { mode, holder, takesOver }: { mode: PaymentMode; holder: string; takesOver: boolean },
): Promise<boolean> {
  const heldUntil = sql<Date>`now() + ${sql.lit(`${HELD_MINUTES} minutes`)}::interval`
  const row = await db
    .insertInto('payment_reconciliation')
    .values({ payment_mode: mode, holder, held_until: heldUntil })
    .onConflict((conflict) =>
      conflict
        .column('payment_mode')
        .doUpdateSet({ holder, held_until: heldUntil })
        .where((where) =>
          where.or([
            where('payment_reconciliation.holder', '=', holder),
            where('payment_reconciliation.held_until', '<', sql<Date>`now()`),
            where(sql.lit(takesOver), '=', sql.lit(true)),
          ]),
        ),
    )
    .returning('holder')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false where another process has taken over */
export async function keepReconciliation(db: Db, { mode, holder }: { mode: PaymentMode; holder: string }) {
  const row = await db
    .updateTable('payment_reconciliation')
    .set({ held_until: sql<Date>`now() + ${sql.lit(`${HELD_MINUTES} minutes`)}::interval` })
    .where('payment_mode', '=', mode)
    .where('holder', '=', holder)
    .returning('holder')
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseReconciliation(db: Db, holder: string): Promise<void> {
  await db.deleteFrom('payment_reconciliation').where('holder', '=', holder).execute()
}

/** Events that were stored before a moment and are not handled, oldest first, from just after a place there. */
export async function listOpenEvents(
  db: Db,
  {
    before,
    failuresBelow,
    after,
    limit,
  }: { before: Date; failuresBelow: number; after: { at: Date; id: string } | undefined; limit: number },
): Promise<{ id: string; received_at: Date }[]> {
  let query = db
    .selectFrom('stripe_event')
    .where('handled_at', 'is', null)
    .where('received_at', '<=', before)
    .where('failures', '<', failuresBelow)
  if (after)
    query = query.where((where) => where(where.refTuple('received_at', 'id'), '>', where.tuple(after.at, after.id)))
  return query.select(['id', 'received_at']).orderBy('received_at').orderBy('id').limit(limit).execute()
}

/** Until when the provider's list of events was read. */
export async function findCursor(db: Db, mode: PaymentMode): Promise<Date | undefined> {
  const row = await db
    .selectFrom('payment_cursor')
    .where('payment_mode', '=', mode)
    .select('events_until')
    .executeTakeFirst()
  return row?.events_until
}

/** Never back: two runs may end in either order. */
export async function moveCursor(db: Db, mode: PaymentMode, until: Date): Promise<void> {
  await db
    .insertInto('payment_cursor')
    .values({ payment_mode: mode, events_until: until })
    .onConflict((conflict) =>
      conflict
        .column('payment_mode')
        .doUpdateSet({ events_until: sql<Date>`greatest(payment_cursor.events_until, excluded.events_until)` }),
    )
    .execute()
}

/** Of a mode whose cursor was moved before: the list of events comes first. */
export async function noteReconciled(db: Db, mode: PaymentMode): Promise<void> {
  await db
    .updateTable('payment_cursor')
    .set({ reconciled_at: sql<Date>`now()` })
    .where('payment_mode', '=', mode)
    .execute()
}

export type Booking = {
  id: string
  total: number
  currency: 'GBP' | 'USD'
  payment_intent_id: string | null
  /** Of the charges in the ledger. */
  charged: number
}

/** Purchases with what our ledger holds of them. */
export async function findBookings(db: Db, purchaseIds: string[]): Promise<Map<string, Booking>> {
  if (purchaseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('purchase')
    .leftJoin('payment_entry', (join) =>
      join.onRef('payment_entry.purchase_id', '=', 'purchase.id').on('payment_entry.kind', '=', 'charge'),
    )
    .where('purchase.id', 'in', purchaseIds)
    .groupBy('purchase.id')
    .select(['purchase.id', 'purchase.total', 'purchase.currency', 'purchase.payment_intent_id'])
    .select((select) => select.fn.coalesce(select.fn.sum('payment_entry.amount'), sql.lit(0)).as('charged'))
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, charged: Number(row.charged) }]))
}

/** The purchases of payments, by the payment. */
export async function findPaidWith(db: Db, paymentIntentIds: string[]): Promise<Map<string, string>> {
  if (paymentIntentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('purchase')
    .where('payment_intent_id', 'in', paymentIntentIds)
    .select(['id', 'payment_intent_id'])
    .execute()
  return new Map(rows.map((row) => [row.payment_intent_id ?? '', row.id]))
}

export async function isBooked(db: Db, kind: 'refund' | 'dispute', providerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_entry')
    .where('kind', '=', kind)
    .where('provider_id', '=', providerId)
    .select('kind')
    .executeTakeFirst()
  return row !== undefined
}
