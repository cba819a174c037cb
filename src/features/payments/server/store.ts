import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

type PaymentMode = 'sandbox' | 'stripe'

export async function findCustomerId(db: Db, memberId: MemberId, mode: PaymentMode): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_customer')
    .where('member_id', '=', memberId)
    .where('payment_mode', '=', mode)
    .select('provider_id')
    .executeTakeFirst()
  return row?.provider_id
}

/** In place of the one before, if there was one. */
export async function saveCustomer(db: Db, memberId: MemberId, mode: PaymentMode, providerId: string): Promise<void> {
  await db
    .insertInto('payment_customer')
    .values({ member_id: memberId, payment_mode: mode, provider_id: providerId })
    .onConflict((conflict) => conflict.columns(['member_id', 'payment_mode']).doUpdateSet({ provider_id: providerId }))
    .execute()
}

/** A charge stands in the ledger once, however often it is told of. */
export async function insertCharge(
  db: Db,
  charge: { providerId: string; purchaseId: string; amount: number; currency: 'GBP' | 'USD'; occurredAt: Date },
): Promise<void> {
  await db
    .insertInto('payment_entry')
    .values({
      kind: 'charge',
      provider_id: charge.providerId,
      purchase_id: charge.purchaseId,
      amount: charge.amount,
      currency: charge.currency,
      occurred_at: charge.occurredAt,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'provider_id']).doNothing())
    .execute()
}

/** @returns false where this event is known already */
export async function insertEvent(
  db: Db,
  event: { id: string; type: string; paymentIntentId: string | null; receivedAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('stripe_event')
    .values({
      id: event.id,
      type: event.type,
      payment_intent_id: event.paymentIntentId,
      received_at: event.receivedAt,
      handled_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findOpenEvent(db: Db, id: string) {
  return db
    .selectFrom('stripe_event')
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .select(['id', 'type', 'payment_intent_id'])
    .executeTakeFirst()
}

export async function markEventHandled(db: Db, id: string, handledAt: Date): Promise<void> {
  await db.updateTable('stripe_event').set({ handled_at: handledAt }).where('id', '=', id).execute()
}

/** @returns how many events were handled before that moment, and are gone */
export async function deleteHandledEvents(db: Db, before: Date): Promise<number> {
  const deleted = await db.deleteFrom('stripe_event').where('handled_at', '<', before).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** One line a case, however often it is found again. */
export async function recordAnomaly(
  db: Db,
  anomaly: { kind: string; subject: string; detail: object; foundAt: Date },
): Promise<void> {
  await db
    .insertInto('payment_anomaly')
    .values({ kind: anomaly.kind, subject: anomaly.subject, detail: anomaly.detail, found_at: anomaly.foundAt })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute()
}

/** What was paid less what was refunded, a figure a currency. */
export async function sumPaid(db: Db, memberId: MemberId): Promise<{ currency: 'GBP' | 'USD'; amount: number }[]> {
  return db
    .selectFrom('payment_entry')
    .innerJoin('purchase', 'purchase.id', 'payment_entry.purchase_id')
    .where('purchase.member_id', '=', memberId)
    .groupBy('payment_entry.currency')
    .orderBy('payment_entry.currency')
    .select((select) => ['payment_entry.currency', select.fn.sum<number>('payment_entry.amount').as('amount')])
    .execute()
}

export async function listCustomersOf(db: Db, memberId: MemberId) {
  return db
    .selectFrom('payment_customer')
    .where('member_id', '=', memberId)
    .select(['payment_mode', 'provider_id'])
    .execute()
}

export async function deleteCustomers(db: Db, memberId: MemberId): Promise<void> {
  await db.deleteFrom('payment_customer').where('member_id', '=', memberId).execute()
}

export async function listEntriesOf(db: Db, memberId: MemberId) {
  return db
    .selectFrom('payment_entry')
    .innerJoin('purchase', 'purchase.id', 'payment_entry.purchase_id')
    .where('purchase.member_id', '=', memberId)
    .select(['payment_entry.kind', 'payment_entry.provider_id', 'payment_entry.amount', 'payment_entry.currency'])
    .select(['payment_entry.occurred_at', 'purchase.reference'])
    .orderBy('payment_entry.occurred_at')
    .execute()
}
