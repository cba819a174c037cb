import Stripe from 'stripe'
import type { ProviderDispute, ProviderRefund, RefundsAndDisputes } from '../rules.ts'
import { type StripeRequest, withIdempotencyKey } from './stripe-request.ts'

/** No payment has more refunds or disputes than this. */
const MAX_LISTED = 1_000

type RefundRequest = { id: string; paymentIntentId: string; amount: number }

export function refundGateway(stripe: Stripe, request: StripeRequest) {
  const listRefunds = (paymentIntentId: string) =>
    stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }).autoPagingToArray({ limit: MAX_LISTED })

  return {
    /**
     * Idempotent: repeating a request does not refund twice.
     * @returns the reason if Stripe refuses it
     */
    createRefund: ({ id, paymentIntentId, amount }: RefundRequest) =>
      request('create a refund', async () => {
        const refund = { payment_intent: paymentIntentId, amount, metadata: { refund_id: id } }
        try {
          await withIdempotencyKey(`refund:${id}`, async (key) => {
            // Stripe forgets an idempotency key after a day, and a replayed failure may hide a refund that was in fact
            // made.
            const existing = await listRefunds(paymentIntentId)
            return existing.find(({ metadata }) => metadata?.refund_id === id) ?? stripe.refunds.create(refund, key)
          })
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          return error.code ?? error.message
        }
      }),

    /** All refunds and disputes of a payment, oldest first. */
    findRefundsAndDisputes: (paymentIntentId: string) =>
      request('list refunds and disputes of a payment', async (): Promise<RefundsAndDisputes> => {
        const refunds = await listRefunds(paymentIntentId)
        const disputes = await stripe.disputes
          .list({ payment_intent: paymentIntentId, limit: 100 })
          .autoPagingToArray({ limit: MAX_LISTED })
        return {
          refunds: refunds.map(toProviderRefund).reverse(),
          disputes: disputes.flatMap(toProviderDispute).reverse(),
        }
      }),
  }
}

function toProviderRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    requestId: refund.metadata?.refund_id,
    amount: refund.amount,
    status: toRefundStatus(refund.status),
    failureReason: refund.failure_reason ?? null,
    createdAt: new Date(refund.created * 1_000),
  }
}

function toRefundStatus(status: string | null): ProviderRefund['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** A prevented dispute moved no money, so it is left out. */
function toProviderDispute(dispute: Stripe.Dispute): ProviderDispute[] {
  const { id, amount, reason, status, created } = dispute
  if (status === 'prevented') return []
  return [{ id, amount, reason, status: toDisputeStatus(status), createdAt: new Date(created * 1_000) }]
}

function toDisputeStatus(status: string): ProviderDispute['status'] {
  if (status === 'won') return 'won'
  // An appeal contests a lost dispute. The money is gone until the appeal is decided.
  if (status === 'lost' || status.startsWith('appeal_')) return 'lost'
  return status.startsWith('warning_') ? 'inquiry' : 'open'
}
