import './tables.ts'
import { sql } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'
import { deleteFirst } from '#platform/server/db/in-batches.ts'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** What an event of the provider is about, as far as it says so. */
export type ProviderEvent = {
  id: string
  type: string
  /** When the provider made it. */
  createdAt: Date | null
  paymentIntentId: string | null
  providerSubscriptionId: string | null
}

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

export async function isKnownCustomer(db: Db, providerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_customer')
    .where('provider_id', '=', providerId)
    .select('member_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Money that moved. Refunds and disputes are negative, what comes back of them is positive. */
type Entry = {
  kind: 'charge' | 'refund' | 'refund_reversal' | 'dispute' | 'dispute_reversal'
  providerId: string
  purchaseId: string
  amount: number
  currency: 'GBP' | 'USD'
  occurredAt: Date
}

/** @returns false where this movement stands in the ledger already: it does once, however often it is told of */
export async function insertEntry(db: Db, entry: Entry): Promise<boolean> {
  const row = await db
    .insertInto('payment_entry')
    .values({
      kind: entry.kind,
      provider_id: entry.providerId,
      purchase_id: entry.purchaseId,
      amount: entry.amount,
      currency: entry.currency,
      occurred_at: entry.occurredAt,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'provider_id']).doNothing())
    .returning('provider_id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false where this event is known already */
export async function insertEvent(db: Db, event: ProviderEvent & { receivedAt: Date }): Promise<boolean> {
  const row = await db
    .insertInto('stripe_event')
    .values({
      id: event.id,
      type: event.type,
      payment_intent_id: event.paymentIntentId,
      provider_subscription_id: event.providerSubscriptionId,
      created_at: event.createdAt,
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
    .select(['id', 'type', 'created_at', 'payment_intent_id', 'provider_subscription_id'])
    .executeTakeFirst()
}

export async function markEventHandled(db: Db, id: string, handledAt: Date): Promise<void> {
  await db.updateTable('stripe_event').set({ handled_at: handledAt }).where('id', '=', id).execute()
}

/** @returns how many events were handled before that moment, and are gone: the first so many */
export async function deleteHandledEvents(db: Db, before: Date, most: number): Promise<number> {
  const handled = db.selectFrom('stripe_event').where('handled_at', '<', before).orderBy('handled_at')
  return deleteFirst(db, 'stripe_event', handled, most)
}

/** @returns how often following it has failed by now */
export async function noteEventFailure(db: Db, id: string): Promise<number> {
  const row = await db
    .updateTable('stripe_event')
    .set((set) => ({ failures: set('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirstOrThrow()
  return row.failures
}

/**
 * What was paid less what went back, a figure a currency, in minor units. Of a payment that went back twice, by a refund
 * and by the bank, nothing is left, and not less.
 */
export async function sumPaid(db: Db, memberId: MemberId): Promise<{ currency: 'GBP' | 'USD'; amount: number }[]> {
  const perPurchase = db
    .selectFrom('payment_entry')
    .innerJoin('purchase', 'purchase.id', 'payment_entry.purchase_id')
    .where('purchase.member_id', '=', memberId)
    .groupBy(['payment_entry.purchase_id', 'payment_entry.currency'])
    .select('payment_entry.currency')
    .select(sql<number>`greatest(sum(payment_entry.amount), 0)::int`.as('amount'))
  const perCurrency = db
    .selectFrom(perPurchase.as('paid'))
    .groupBy('currency')
    .orderBy('currency')
    .select((select) => ['currency', select.fn.sum<number>('amount').as('amount')])
  return preparedRows(db, perCurrency)
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
