import './tables.ts'
import { sql } from 'kysely'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

// The periods of a subscription: each that is paid is a purchase of its own (PRODUCT D11).

/** The provider's invoices that have their purchase. */
export async function listRecordedInvoices(db: Db, subscriptionId: string): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('purchase')
    .where('subscription_id', '=', subscriptionId)
    .where('provider_invoice_id', 'is not', null)
    .select('provider_invoice_id')
    .execute()
  return new Set(rows.map(({ provider_invoice_id: invoiceId }) => invoiceId))
}

/** When the month was paid with which a subscription was begun. */
export async function findFirstPayment(db: Db, subscriptionId: string): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('purchase')
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at')
    .limit(1)
    .select('completed_at')
    .executeTakeFirst()
  return row?.completed_at
}

/** When the last paid period of each of a member's subscriptions ends, or ended before its time. */
export async function listPaidUntil(db: Db, memberId: MemberId): Promise<Map<string | null, Date>> {
  const question = db
    .selectFrom('purchase')
    .innerJoin('entitlement', 'entitlement.purchase_id', 'purchase.id')
    .where('purchase.member_id', '=', memberId)
    .where('purchase.subscription_id', 'is not', null)
    .groupBy('purchase.subscription_id')
    .select(['purchase.subscription_id', sql<Date>`max(least(ends_at, cancelled_at))`.as('paid_until')])
  const rows = await preparedRows(db, question)
  return new Map(rows.map((row) => [row.subscription_id, row.paid_until]))
}

type PaidPeriod = {
  subscriptionId: string
  providerInvoiceId: string
  paymentIntentId: string
  isFirst: boolean
  paidAt: Date
}

/**
 * The purchase of a paid period: the one with which the subscription was begun, or a new one on the same terms. The
 * subscription is held by now.
 * @returns undefined where this invoice has its purchase
 */
export async function claimPeriod(tx: Db, period: PaidPeriod): Promise<string | undefined> {
  if ((await listRecordedInvoices(tx, period.subscriptionId)).has(period.providerInvoiceId)) return undefined
  return (period.isFirst ? await claimFirst(tx, period) : undefined) ?? insertRenewal(tx, period)
}

async function claimFirst(tx: Db, { subscriptionId, providerInvoiceId, paymentIntentId }: PaidPeriod) {
  const row = await tx
    .updateTable('purchase')
    .set({ provider_invoice_id: providerInvoiceId, payment_intent_id: paymentIntentId })
    .where('subscription_id', '=', subscriptionId)
    .where('provider_invoice_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Never 'pending', not even within its transaction: by then another subscription may be begun in that place. */
async function insertRenewal(tx: Db, { subscriptionId, providerInvoiceId, paymentIntentId, paidAt }: PaidPeriod) {
  const { id: _, ...first } = await tx
    .selectFrom('purchase')
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at')
    .limit(1)
    .selectAll()
    .executeTakeFirstOrThrow()
  const row = await tx
    .insertInto('purchase')
    .values({
      ...first,
      status: 'cancelled',
      provider_invoice_id: providerInvoiceId,
      payment_intent_id: paymentIntentId,
      reference: null,
      // What another package was given in payment for is the first period.
      upgrades_purchase_id: null,
      upgrade_credit: null,
      refunded: 0,
      created_at: paidAt,
      completed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Without the provider: for one that it does not know, or that it will never charge. The months that are paid stay. */
export async function endHere(tx: Db, subscriptionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ status: 'ended', ended_at: now, past_due_since: null })
    .where('id', '=', subscriptionId)
    .where('ended_at', 'is', null)
    .execute()
  await cancelUnpaidPeriod(tx, subscriptionId)
}

/** Nothing of an ended subscription can be paid any more. */
export async function cancelUnpaidPeriod(tx: Db, subscriptionId: string): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ status: 'cancelled' })
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'pending')
    .execute()
}
