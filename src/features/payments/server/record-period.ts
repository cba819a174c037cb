import { decideBilledPeriod, delayOfPayment } from '#features/purchases/rules.ts'
import {
  claimPeriod,
  completePurchase,
  findFirstPayment,
  findPurchase,
  lockPurchases,
  lockSubscription,
  type StoredPurchase,
  type StoredSubscription,
} from '#features/purchases/server/public.ts'
import { isAsAgreed, type ProviderInvoice, type ProviderSubscription } from '../rules/subscription.ts'
import type { ProviderPayment } from '../rules.ts'
import { giveBackUpgraded } from './give-back-upgraded.ts'
import type { PaymentsContext } from './payments-context.ts'
import { reportAnomaly } from './report-anomaly.ts'
import { insertEntry } from './store.ts'

/** A paid month becomes a purchase, its charge a line of the ledger, both in one transaction and once an invoice. */
export async function recordPeriod(
  context: PaymentsContext,
  subscription: StoredSubscription,
  { invoice, startedAt }: { invoice: ProviderInvoice } & Pick<ProviderSubscription, 'startedAt'>,
): Promise<void> {
  const { db, provider } = context
  const payment = invoice.paymentIntentId ? await provider.findPayment(invoice.paymentIntentId) : undefined
  const charge = payment?.charge
  if (!charge || !isAsAgreed(subscription.price, invoice, payment)) {
    return reportDifference(context, subscription, invoice, payment)
  }
  const paidAt = charge.createdAt
  const isMemberGone = await db.transaction().execute(async (tx) => {
    // Whoever else records a month of this subscription waits, so that each invoice is claimed once.
    await lockSubscription(tx, subscription.id)
    const purchaseId = await claimPeriod(tx, {
      subscriptionId: subscription.id,
      providerInvoiceId: invoice.id,
      paymentIntentId: payment.id,
      isFirst: invoice.isFirst,
      paidAt,
    })
    if (!purchaseId) return false
    const { total: amount, currency } = subscription.price
    await insertEntry(tx, {
      kind: 'charge',
      providerId: charge.id,
      purchaseId,
      amount,
      currency,
      occurredAt: paidAt,
    })
    const purchase = await findPurchase(tx, purchaseId)
    if (!purchase) throw new Error(`Purchase ${purchaseId} is missing`)
    // Before its package ends: whoever cancels that one at this moment holds them in the same order.
    if (purchase.upgrade) await lockPurchases(tx, [purchase.upgrade.purchaseId])
    const firstPaidAt = invoice.isFirst ? paidAt : await findFirstPayment(tx, subscription.id)
    const delay = delayOf(subscription, { purchase, startedAt, firstPaidAt })
    const billedPeriod = decideBilledPeriod(invoice.period, delay)
    const outcome = await completePurchase(tx, context, { purchaseId, paidAt, billedPeriod })
    if (outcome === 'completed') await giveBackUpgraded(tx, context, purchase)
    return outcome === 'member-gone'
  })
  if (isMemberGone) await report(context, 'payment-after-leaving', subscription, invoice)
}

/** The same for each month, so that they follow each other. */
function delayOf(
  { delayedDays }: StoredSubscription,
  {
    purchase,
    startedAt,
    firstPaidAt,
  }: { purchase: StoredPurchase; startedAt: Date; firstPaidAt: Date | null | undefined },
) {
  const milliseconds = firstPaidAt ? delayOfPayment(purchase, { startedAt, firstPaidAt, delayedDays }) : 0
  return { days: delayedDays, milliseconds }
}

/** Neither a package for less than was agreed, nor silence about money that was taken. */
async function reportDifference(
  context: PaymentsContext,
  subscription: StoredSubscription,
  invoice: ProviderInvoice,
  payment: ProviderPayment | undefined,
) {
  await report(context, 'invoice-mismatch', subscription, invoice, { received: payment?.amountReceived ?? null })
}

async function report(
  context: PaymentsContext,
  kind: 'invoice-mismatch' | 'payment-after-leaving',
  { id: subscriptionId, price }: StoredSubscription,
  invoice: ProviderInvoice,
  more: object = {},
) {
  context.log.error({ kind, subscriptionId, invoiceId: invoice.id }, 'a paid month of a subscription needs a person')
  const { amountPaid, currency } = invoice
  const detail = { subscriptionId, total: price.total, amountPaid, currency, ...more }
  await reportAnomaly(context.db, context, { kind, subject: invoice.id, detail })
}
