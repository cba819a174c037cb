import type { Currency } from '#platform/shared/money.ts'
import './tables.ts'
import { sql } from 'kysely'
import { versionOf } from '#features/catalogue/server/public.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import { deleteFirst } from '#platform/server/db/batches.ts'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** Replaces the purchase's previous address. */
export async function recordPaymentNetwork(
  db: Db,
  { purchaseId, addressKey, recordedAt }: { purchaseId: string; addressKey: string; recordedAt: Date },
): Promise<void> {
  await db
    .insertInto('paymentNetwork')
    .values({ purchaseId, addressKey, recordedAt })
    .onConflict((conflict) => conflict.column('purchaseId').doUpdateSet({ addressKey, recordedAt }))
    .execute()
}

export async function findPaymentNetwork(db: Db, purchaseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('paymentNetwork')
    .where('purchaseId', '=', purchaseId)
    .select('addressKey')
    .executeTakeFirst()
  return row?.addressKey
}

/**
 * Renewals and card updates have no purchase of their own, so the address is stored with the subscription's first
 * purchase.
 */
export async function recordSubscriptionNetwork(
  db: Db,
  { subscriptionId, ...network }: { subscriptionId: string; addressKey: string; recordedAt: Date },
): Promise<void> {
  const firstPurchase = await db
    .selectFrom('purchase')
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('createdAt')
    .orderBy('id')
    .select('id')
    .executeTakeFirstOrThrow()
  await recordPaymentNetwork(db, { purchaseId: firstPurchase.id, ...network })
}

export async function findSubscriptionNetwork(db: Db, subscriptionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('paymentNetwork')
    .innerJoin('purchase', 'purchase.id', 'paymentNetwork.purchaseId')
    .where('purchase.subscriptionId', '=', subscriptionId)
    .orderBy('paymentNetwork.recordedAt', 'desc')
    .select('paymentNetwork.addressKey')
    .executeTakeFirst()
  return row?.addressKey
}

export async function listMemberNetworks(db: Db, memberId: MemberId) {
  return db
    .selectFrom('paymentNetwork')
    .innerJoin('purchase', 'purchase.id', 'paymentNetwork.purchaseId')
    .innerJoin('packageVersion', versionOf('purchase'))
    .where('purchase.memberId', '=', memberId)
    .select(['packageVersion.title', 'paymentNetwork.addressKey', 'paymentNetwork.recordedAt'])
    .orderBy('paymentNetwork.recordedAt')
    .execute()
}

/**
 * Deletes the oldest first.
 * @returns the number deleted
 */
export async function deletePaymentNetworksBefore(db: Db, moment: Date, maxRows: number): Promise<number> {
  const expired = db.selectFrom('paymentNetwork').where('recordedAt', '<', moment).orderBy('recordedAt')
  return deleteFirst(db, 'paymentNetwork', expired, maxRows)
}

export async function deleteMemberNetworks(db: Db, memberId: MemberId): Promise<void> {
  await db
    .deleteFrom('paymentNetwork')
    .where('purchaseId', 'in', (select) => select.selectFrom('purchase').where('memberId', '=', memberId).select('id'))
    .execute()
}

export async function findCustomerId(db: Db, memberId: MemberId, mode: PaymentMode): Promise<string | undefined> {
  const row = await db
    .selectFrom('paymentCustomer')
    .where('memberId', '=', memberId)
    .where('paymentMode', '=', mode)
    .select('providerId')
    .executeTakeFirst()
  return row?.providerId
}

/** Replaces the previous customer id. */
export async function saveCustomer(db: Db, memberId: MemberId, mode: PaymentMode, providerId: string): Promise<void> {
  await db
    .insertInto('paymentCustomer')
    .values({ memberId, paymentMode: mode, providerId })
    .onConflict((conflict) => conflict.columns(['memberId', 'paymentMode']).doUpdateSet({ providerId }))
    .execute()
}

export async function findCustomerOwner(db: Db, providerId: string): Promise<MemberId | undefined> {
  const row = await db
    .selectFrom('paymentCustomer')
    .where('providerId', '=', providerId)
    .select('memberId')
    .executeTakeFirst()
  return row?.memberId
}

export async function isKnownCustomer(db: Db, providerId: string): Promise<boolean> {
  return (await findCustomerOwner(db, providerId)) !== undefined
}

/** A movement of money in minor units. Refunds and disputes are negative, and reversals of them positive. */
type Entry = {
  kind: 'charge' | 'refund' | 'refund_reversal' | 'dispute' | 'dispute_reversal'
  providerId: string
  purchaseId: string
  amount: number
  currency: Currency
  occurredAt: Date
}

/** @returns false if the ledger already has this movement; duplicates are ignored */
export async function insertEntry(db: Db, entry: Entry): Promise<boolean> {
  const row = await db
    .insertInto('paymentEntry')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['kind', 'providerId']).doNothing())
    .returning('providerId')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Payments minus refunds and disputes per currency, in minor units. A purchase that was both refunded and disputed
 * counts as zero, not negative.
 */
export async function sumPaid(db: Db, memberId: MemberId): Promise<{ currency: Currency; amount: number }[]> {
  const perPurchase = db
    .selectFrom('paymentEntry')
    .innerJoin('purchase', 'purchase.id', 'paymentEntry.purchaseId')
    .where('purchase.memberId', '=', memberId)
    .groupBy(['paymentEntry.purchaseId', 'paymentEntry.currency'])
    .select('paymentEntry.currency')
    .select(sql<number>`greatest(sum(payment_entry.amount), 0)::int`.as('amount'))
  const perCurrency = db
    .selectFrom(perPurchase.as('paid'))
    .groupBy('currency')
    .orderBy('currency')
    .select((select) => ['currency', select.fn.sum<number>('amount').as('amount')])
  return preparedRows(db, perCurrency)
}

export async function listMemberCustomers(db: Db, memberId: MemberId) {
  return db
    .selectFrom('paymentCustomer')
    .where('memberId', '=', memberId)
    .select(['paymentMode', 'providerId'])
    .execute()
}

export async function deleteCustomers(db: Db, memberId: MemberId): Promise<void> {
  await db.deleteFrom('paymentCustomer').where('memberId', '=', memberId).execute()
}

export async function listMemberEntries(db: Db, memberId: MemberId) {
  return db
    .selectFrom('paymentEntry')
    .innerJoin('purchase', 'purchase.id', 'paymentEntry.purchaseId')
    .where('purchase.memberId', '=', memberId)
    .select(['paymentEntry.kind', 'paymentEntry.providerId', 'paymentEntry.amount', 'paymentEntry.currency'])
    .select(['paymentEntry.occurredAt', 'purchase.reference'])
    .orderBy('paymentEntry.occurredAt')
    .execute()
}
