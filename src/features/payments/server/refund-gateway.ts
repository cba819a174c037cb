import Stripe from 'stripe'
import type { ProviderDispute, ProviderRefund, ProviderReturns } from '../rules/refund.ts'
import { type Ask, underKey } from './provider-gateway.ts'

/** Money on its way back at the provider. */
export type RefundCalls = {
  /**
   * The same request is one refund, however often it is asked for.
   * @returns why the provider refuses it, where it does
   */
  createRefund: (request: { id: string; paymentIntentId: string; amount: number }) => Promise<string | undefined>
  /** All that went back of a payment, or that a bank has taken back: oldest first. */
  findReturns: (paymentIntentId: string) => Promise<ProviderReturns>
}

/** More than any payment has. */
const MANY = 1_000

export function refundCalls(stripe: Stripe, ask: Ask): RefundCalls {
  const listRefunds = (paymentIntentId: string) =>
    stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }).autoPagingToArray({ limit: MANY })

  return {
    createRefund: ({ id, paymentIntentId, amount }) =>
      ask('give money back', async () => {
        const refund = { payment_intent: paymentIntentId, amount, metadata: { refund_id: id } }
        try {
          await underKey(`refund:${id}`, async (key) => {
            // The provider forgets a key after a day, and a failure that it keeps may have made the refund all the same.
            const known = await listRefunds(paymentIntentId)
            return known.find(({ metadata }) => metadata?.refund_id === id) ?? stripe.refunds.create(refund, key)
          })
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          return error.code ?? error.message
        }
      }),

    findReturns: (paymentIntentId) =>
      ask('read what went back', async () => {
        const refunds = await listRefunds(paymentIntentId)
        const disputes = await stripe.disputes
          .list({ payment_intent: paymentIntentId, limit: 100 })
          .autoPagingToArray({ limit: MANY })
        return {
          refunds: refunds.map(providerRefund).reverse(),
          disputes: disputes.flatMap(providerDispute).reverse(),
        }
      }),
  }
}

function providerRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    requestId: refund.metadata?.refund_id,
    amount: refund.amount,
    status: refundStatus(refund.status),
    failureReason: refund.failure_reason ?? null,
    createdAt: new Date(refund.created * 1_000),
  }
}

function refundStatus(status: string | null): ProviderRefund['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** None for a complaint that was prevented: no money moved for it. */
function providerDispute(dispute: Stripe.Dispute): ProviderDispute[] {
  const { id, amount, reason, status, created } = dispute
  if (status === 'prevented') return []
  return [{ id, amount, reason, status: disputeStatus(status), createdAt: new Date(created * 1_000) }]
}

function disputeStatus(status: string): ProviderDispute['status'] {
  if (status === 'won') return 'won'
  // An appeal is against a loss: until it is decided the money is gone.
  if (status === 'lost' || status.startsWith('appeal_')) return 'lost'
  return status.startsWith('warning_') ? 'inquiry' : 'open'
}
