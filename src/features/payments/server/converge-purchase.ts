import {
  completePurchase,
  findPurchase,
  markCancelled,
  type StoredPurchase,
} from '#features/purchases/server/public.ts'
import { type Convergence, decideConvergence, type ProviderPayment } from '../rules.ts'
import type { PaymentsContext } from './payments-context.ts'
import { insertCharge, recordAnomaly } from './store.ts'

/**
 * Brings a purchase in line with what the provider says now. Webhook, return page and reconciliation all come
 * through here, and nothing else grants anything; asking again changes nothing (PAYMENTS §0.4).
 */
export async function convergePurchase(
  context: PaymentsContext,
  purchaseId: string,
  /** From an event that may arrive before we have stored which payment is ours. */
  hintedPaymentId?: string,
): Promise<Convergence['outcome']> {
  const purchase = await findPurchase(context.db, purchaseId)
  if (!purchase) throw new Error(`Purchase ${purchaseId} is missing`)
  const paymentId = purchase.paymentIntentId ?? hintedPaymentId
  if (!paymentId) return 'open'

  const payment = await context.provider.findPayment(paymentId)
  const decision = decideConvergence(purchase, payment)
  await save(context, purchase, payment, decision)
  return decision.outcome
}

async function save(
  context: PaymentsContext,
  purchase: StoredPurchase,
  payment: ProviderPayment,
  decision: Convergence,
): Promise<void> {
  if (decision.outcome === 'mismatch') return reportMismatch(context, purchase, payment)
  if (decision.outcome === 'cancelled') return markCancelled(context.db, purchase.id)
  if (decision.outcome !== 'paid') return
  await context.db.transaction().execute(async (tx) => {
    await insertCharge(tx, {
      providerId: decision.chargeId,
      purchaseId: purchase.id,
      amount: purchase.total,
      currency: purchase.currency,
      occurredAt: decision.paidAt,
    })
    await completePurchase(tx, context, purchase.id, decision.paidAt)
  })
}

async function reportMismatch({ db, log, now }: PaymentsContext, purchase: StoredPurchase, payment: ProviderPayment) {
  const { id: paymentIntentId, amount, amountReceived, currency, status } = payment
  log.error({ purchaseId: purchase.id, paymentIntentId }, 'provider and purchase contradict each other')
  await recordAnomaly(db, {
    kind: 'payment-mismatch',
    subject: paymentIntentId,
    detail: { purchaseId: purchase.id, total: purchase.total, amount, amountReceived, currency, status },
    foundAt: now(),
  })
}
