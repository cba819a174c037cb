import './tables.ts'
import { sql } from 'kysely'
import type { Price } from '#features/catalogue/contract.ts'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { MinorUnits } from '#platform/shared/money.ts'

// A subscription's periods. Each paid period is a separate purchase (PRODUCT D11).

/** Stripe invoices that are already recorded as a purchase. */
export async function listRecordedInvoices(db: Db, subscriptionId: string): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('purchase')
    .where('subscriptionId', '=', subscriptionId)
    .where('providerInvoiceId', 'is not', null)
    .select('providerInvoiceId')
    .execute()
  return new Set(rows.map(({ providerInvoiceId: invoiceId }) => invoiceId))
}

/** Finds when the subscription's first month was paid for. */
export async function findFirstPayment(db: Db, subscriptionId: string): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('purchase')
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('createdAt')
    .limit(1)
    .select('completedAt')
    .executeTakeFirst()
  return row?.completedAt
}

/** True if a month of the subscription was paid for after this time. */
export async function hasPaidSince(db: Db, subscriptionId: string, time: Date): Promise<boolean> {
  const row = await db
    .selectFrom('purchase')
    .where('subscriptionId', '=', subscriptionId)
    .where('completedAt', '>', time)
    .limit(1)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export type PaidMonths = {
  /** When the last paid month ends, or when it was ended early. */
  paidUntil: Date
  /** The same, leaving out disputed months. */
  usableUntil: Date | null
}

/** When the paid time ends for each of the member's subscriptions. */
export async function listPaidUntil(db: Db, memberId: MemberId): Promise<Map<string | null, PaidMonths>> {
  const query = db
    .selectFrom('purchase')
    .innerJoin('entitlement', 'entitlement.purchaseId', 'purchase.id')
    .where('purchase.memberId', '=', memberId)
    .where('purchase.subscriptionId', 'is not', null)
    .groupBy('purchase.subscriptionId')
    .select(['purchase.subscriptionId', sql<Date>`max(least(ends_at, cancelled_at))`.as('paidUntil')])
    .select(
      sql<Date | null>`max(least(ends_at, cancelled_at)) filter (where purchase.status <> 'disputed')`.as(
        'usableUntil',
      ),
    )
  const rows = await preparedRows(db, query)
  return new Map(rows.map((row) => [row.subscriptionId, { paidUntil: row.paidUntil, usableUntil: row.usableUntil }]))
}

type PaidPeriod = {
  subscriptionId: string
  providerInvoiceId: string
  paymentIntentId: string
  isFirst: boolean
  paidAt: Date
  /** The price of this month, with the discount if it still applies. */
  price: Price
  discount: MinorUnits
}

/**
 * Assigns a paid invoice to a purchase: the one that started the subscription, or a new one on the same terms. The
 * caller has locked the subscription.
 * @returns undefined if this invoice already has a purchase
 */
export async function claimPeriod(tx: Db, period: PaidPeriod): Promise<string | undefined> {
  if ((await listRecordedInvoices(tx, period.subscriptionId)).has(period.providerInvoiceId)) return undefined
  return (period.isFirst ? await claimFirstPeriod(tx, period) : undefined) ?? insertRenewal(tx, period)
}

async function claimFirstPeriod(tx: Db, { subscriptionId, providerInvoiceId, paymentIntentId }: PaidPeriod) {
  const row = await tx
    .updateTable('purchase')
    .set({ providerInvoiceId, paymentIntentId })
    .where('subscriptionId', '=', subscriptionId)
    .where('providerInvoiceId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Inserted as 'cancelled', never as 'pending': the member may already have a pending purchase of this package. */
async function insertRenewal(
  tx: Db,
  { subscriptionId, providerInvoiceId, paymentIntentId, paidAt, price, discount }: PaidPeriod,
) {
  const { id: _, ...firstPurchase } = await tx
    .selectFrom('purchase')
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('createdAt')
    .limit(1)
    .selectAll()
    .executeTakeFirstOrThrow()
  const row = await tx
    .insertInto('purchase')
    .values({
      ...firstPurchase,
      net: price.net,
      tax: price.tax,
      total: price.total,
      discount,
      discountCodeId: discount > 0 ? firstPurchase.discountCodeId : null,
      status: 'cancelled',
      providerInvoiceId,
      paymentIntentId,
      reference: null,
      // Only the first period replaced another package.
      upgradesPurchaseId: null,
      upgradeCredit: null,
      refunded: 0,
      createdAt: paidAt,
      completedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Ends a subscription in our database only, if it is missing at Stripe or was never charged there. Months already paid
 * for are kept.
 */
export async function markSubscriptionEnded(tx: Db, subscriptionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ status: 'ended', endedAt: now, pastDueSince: null })
    .where('id', '=', subscriptionId)
    .where('endedAt', 'is', null)
    .execute()
  await cancelUnpaidPeriod(tx, subscriptionId)
}

/** A subscription that has ended can no longer be paid for. */
export async function cancelUnpaidPeriod(tx: Db, subscriptionId: string): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ status: 'cancelled' })
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '=', 'pending')
    .execute()
}

/** Locks the purchase's subscription, if it has one, without blocking new purchases for it. */
export async function lockPurchaseSubscription(tx: Db, purchaseId: string): Promise<void> {
  await tx
    .selectFrom('subscription')
    .where('id', '=', (select) => select.selectFrom('purchase').where('id', '=', purchaseId).select('subscriptionId'))
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

/** @returns false if the subscription ended before it was paid for */
export async function saveProviderSubscription(db: Db, id: string, providerId: string): Promise<boolean> {
  const row = await db
    .updateTable('subscription')
    .set({ providerId })
    .where('id', '=', id)
    .where((where) => where.or([where('endedAt', 'is', null), where('providerId', '=', providerId)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a subscription whose first purchase was cancelled before any payment. */
export async function endUnpaidSubscription(tx: Db, purchaseId: string, now: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .from('purchase')
    .whereRef('subscription.id', '=', 'purchase.subscriptionId')
    .where('purchase.id', '=', purchaseId)
    .where('purchase.completedAt', 'is', null)
    .where('subscription.status', '=', 'incomplete')
    .set({ status: 'ended', endedAt: now })
    .execute()
}
