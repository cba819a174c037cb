import type { Price } from '#features/catalogue/contract.ts'
import { countMonths, priceOfMonth } from '#features/purchases/discounts/rules.ts'
import { decideBilledPeriod, extraDelayDays } from '#features/purchases/rules.ts'
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
import { minorUnits } from '#platform/shared/money.ts'
import { reportAnomaly } from '../../anomalies/server/report-anomaly.ts'
import { refundUpgradedPackage } from '../../refunds/server/refund-upgraded-package.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { insertEntry } from '../../server/store.ts'
import type { ProviderInvoice, ProviderSubscription } from '../../stripe/rules.ts'
import { isAsAgreed } from '../rules.ts'

/** Records a paid month as a purchase with a ledger entry, in one transaction. Each invoice is recorded once. */
export async function recordPeriod(
  context: PaymentsContext,
  subscription: StoredSubscription,
  { invoice, startedAt }: { invoice: ProviderInvoice } & Pick<ProviderSubscription, 'startedAt'>,
): Promise<void> {
  const { db, provider } = context
  const payment = invoice.paymentIntentId ? await provider.findPayment(invoice.paymentIntentId) : undefined
  const charge = payment?.charge
  const price = priceOfMonth(subscription, countMonths(startedAt, invoice.period.startsAt))
  if (!charge || !isAsAgreed(price, invoice, payment)) {
    // Do not grant a package for the wrong amount, but report the money that was taken.
    const received = payment?.amountReceived ?? null
    return report(context, 'invoice-mismatch', { subscription, price, invoice }, { received })
  }
  const paidAt = charge.createdAt
  const isMemberGone = await db.transaction().execute(async (tx) => {
    // Lock the subscription so that each invoice is recorded only once.
    await lockSubscription(tx, subscription.id)
    const purchaseId = await claimPeriod(tx, {
      subscriptionId: subscription.id,
      providerInvoiceId: invoice.id,
      paymentIntentId: payment.id,
      isFirst: invoice.isFirst,
      paidAt,
      price,
      discount: minorUnits(subscription.fullPrice.net - price.net),
    })
    if (!purchaseId) return false
    const { total: amount, currency } = price
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
    // Lock the old purchase before its package ends, in the same order as a withdrawal.
    if (purchase.upgrade) await lockPurchases(tx, [purchase.upgrade.purchaseId])
    const firstPaidAt = invoice.isFirst ? paidAt : await findFirstPayment(tx, subscription.id)
    const delayedBy = countDelayDays(subscription, { purchase, startedAt, firstPaidAt })
    const billedPeriod = decideBilledPeriod(invoice.period, purchase, delayedBy)
    const outcome = await completePurchase(tx, context, { purchaseId, paidAt, billedPeriod })
    if (outcome === 'completed') await refundUpgradedPackage(tx, context, purchase)
    return outcome === 'member-gone'
  })
  if (isMemberGone) await report(context, 'payment-after-deletion', { subscription, price, invoice })
}

/** Every month is delayed by the same number of days, so that each month follows straight on from the last. */
function countDelayDays(
  { delayedDays }: StoredSubscription,
  {
    purchase,
    startedAt,
    firstPaidAt,
  }: { purchase: StoredPurchase; startedAt: Date; firstPaidAt: Date | null | undefined },
) {
  return delayedDays + (firstPaidAt ? extraDelayDays(purchase, { startedAt, firstPaidAt, delayedDays }) : 0)
}

async function report(
  context: PaymentsContext,
  kind: 'invoice-mismatch' | 'payment-after-deletion',
  { subscription, price, invoice }: { subscription: StoredSubscription; price: Price; invoice: ProviderInvoice },
  extraDetail: object = {},
) {
  const { id: subscriptionId } = subscription
  context.log.error({ kind, subscriptionId, invoiceId: invoice.id }, 'paid subscription month needs manual review')
  const { amountPaid, currency } = invoice
  const detail = { subscriptionId, total: price.total, amountPaid, currency, ...extraDetail }
  await reportAnomaly(context.db, context, { kind, subject: invoice.id, detail })
}
