import {
  completePurchase,
  findPurchase,
  lockPurchases,
  markCancelled,
  rememberPaymentIntent,
  type StoredPurchase,
  saveProcessing,
} from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { type Convergence, decideConvergence, type ProviderPayment } from '../rules.ts'
import { convergeReturns } from './converge-returns.ts'
import { convergeSubscription } from './converge-subscription.ts'
import { giveBackUpgraded } from './give-back-upgraded.ts'
import type { PaymentsContext } from './payments-context.ts'
import { reportAnomaly } from './report-anomaly.ts'
import { insertEntry } from './store.ts'

/**
 * Brings a purchase in line with what the provider says now. Webhook, return page and reconciliation all come
 * through here, and nothing else grants anything; asking again changes nothing (PAYMENTS §0.4).
 */
export async function convergePurchase(
  context: PaymentsContext,
  purchaseId: string,
  /** From an event that may arrive before we have stored which payment is ours. */
  hintedPaymentId?: string,
): Promise<Convergence['outcome'] | 'missing'> {
  const purchase = await findPurchase(context.db, purchaseId)
  if (!purchase) throw new Error(`Purchase ${purchaseId} is missing`)
  if (purchase.subscriptionId) return convergeMonth(context, purchase, purchase.subscriptionId)
  const paymentId = hintedPaymentId ?? purchase.paymentIntentId
  if (!paymentId) return 'open'

  const payment = await context.provider.findPayment(paymentId)
  if (!payment) return reportMissing(context, purchaseId, paymentId)
  if (purchase.paymentIntentId && purchase.paymentIntentId !== paymentId) {
    return reportUnexpected(context, purchase, payment)
  }
  if (purchase.completedAt) return followReturns(context, purchase, payment)
  const decision = decideConvergence(purchase, payment)
  await save(context, purchase, payment, decision)
  return decision.outcome === 'paid' ? followReturns(context, purchase, payment) : decision.outcome
}

/** What was paid stays paid: from then on only what goes back of it can change. */
async function followReturns(context: PaymentsContext, { id, refunded }: StoredPurchase, payment: ProviderPayment) {
  // What comes back of a refund is no return any more, and has to be noted all the same.
  if (payment.charge?.hasReturns || refunded > 0) await convergeReturns(context, id, payment.id)
  return 'paid' as const
}

/** What is paid of a subscription is known by its invoices. */
async function convergeMonth(context: PaymentsContext, { id }: StoredPurchase, subscriptionId: string) {
  const standing = await convergeSubscription(context, subscriptionId)
  const purchase = await findPurchase(context.db, id)
  const payment = purchase?.paymentIntentId ? await context.provider.findPayment(purchase.paymentIntentId) : undefined
  if (purchase?.completedAt) return payment ? followReturns(context, purchase, payment) : 'paid'
  if (purchase?.status !== 'pending') return 'cancelled'
  if (standing !== 'followed') return standing
  const { outcome } = payment ? decideConvergence(purchase, payment) : { outcome: 'open' as const }
  await saveProcessing(context.db, id, outcome === 'processing')
  return outcome
}

async function save(
  context: PaymentsContext,
  purchase: StoredPurchase,
  payment: ProviderPayment,
  decision: Convergence,
): Promise<void> {
  if (decision.outcome === 'mismatch') return reportContradiction(context, 'payment-mismatch', purchase, payment)
  if (decision.outcome === 'cancelled') return markCancelled(context.db, purchase.id)
  if (decision.outcome !== 'paid') return saveProcessing(context.db, purchase.id, decision.outcome === 'processing')
  await context.db.transaction().execute(async (tx) => {
    // Both at once: whoever leaves at this moment holds them in the same order.
    if (purchase.upgrade) await lockPurchases(tx, [purchase.id, purchase.upgrade.purchaseId])
    await rememberPaymentIntent(tx, purchase.id, payment.id)
    await insertEntry(tx, {
      kind: 'charge',
      providerId: decision.chargeId,
      purchaseId: purchase.id,
      amount: purchase.total,
      currency: purchase.currency,
      occurredAt: decision.paidAt,
    })
    const outcome = await completePurchase(tx, context, { purchaseId: purchase.id, paidAt: decision.paidAt })
    if (outcome === 'completed') await giveBackUpgraded(tx, context, purchase)
    if (outcome === 'member-gone') await reportLeftover(tx, context, purchase, payment)
  })
}

/** Money for somebody who has deleted the account: it stands in the ledger, and a person has to send it back. */
async function reportLeftover(
  tx: Db,
  context: PaymentsContext,
  { id: purchaseId, total }: StoredPurchase,
  { id: paymentIntentId, currency }: ProviderPayment,
) {
  context.log.error({ purchaseId, paymentIntentId }, 'a payment arrived after its member had left')
  const detail = { purchaseId, total, currency }
  await reportAnomaly(tx, context, { kind: 'payment-after-leaving', subject: paymentIntentId, detail })
}

// Keys of another account, or an account that was emptied: a person has to look, and nothing is decided.
async function reportMissing(context: PaymentsContext, purchaseId: string, paymentIntentId: string) {
  context.log.error({ purchaseId, paymentIntentId }, 'the provider does not know this payment')
  const anomaly = { kind: 'payment-missing', subject: paymentIntentId, detail: { purchaseId } } as const
  await reportAnomaly(context.db, context, anomaly)
  return 'missing' as const
}

/** Somebody made another payment for this purchase, which has its own: money for it has to go back. */
async function reportUnexpected(context: PaymentsContext, purchase: StoredPurchase, payment: ProviderPayment) {
  if (payment.status === 'succeeded') await reportContradiction(context, 'payment-unexpected', purchase, payment)
  return 'mismatch' as const
}

async function reportContradiction(
  context: PaymentsContext,
  kind: 'payment-mismatch' | 'payment-unexpected',
  purchase: StoredPurchase,
  payment: ProviderPayment,
) {
  const { id: paymentIntentId, amount, amountReceived, currency, status } = payment
  context.log.error({ purchaseId: purchase.id, paymentIntentId }, 'provider and purchase contradict each other')
  await reportAnomaly(context.db, context, {
    kind,
    subject: paymentIntentId,
    detail: { purchaseId: purchase.id, total: purchase.total, amount, amountReceived, currency, status },
  })
}
