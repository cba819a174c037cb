import type Stripe from 'stripe'
import { toSeconds } from './event-gateway.ts'
import { toId } from './provider-subscription.ts'
import type { StripeRequest } from './stripe-request.ts'

export type ListedPayment = {
  id: string
  isPaid: boolean
  amountReceived: number
  currency: string
  createdAt: Date
  /** Our id in Stripe's metadata. Renewals have none, and nor do payments for other sites on the account. */
  purchaseId: string | undefined
  customerId: string | null
}

/** A refund or dispute in Stripe's list. */
export type ListedRefundOrDispute = {
  id: string
  paymentIntentId: string | null
  amount: number
  /** True if the money has been sent. */
  hasMoved: boolean
}

/** Lists Stripe's own records page by page, to compare them with ours. */
export function listingGateway(stripe: Stripe, request: StripeRequest) {
  return {
    listPayments: (since: Date, after: string | undefined) =>
      request('list payments', async () =>
        toPage(await stripe.paymentIntents.list(listParameters(since, after)), toListedPayment),
      ),
    listRefunds: (since: Date, after: string | undefined) =>
      request('list refunds', async () =>
        toPage(await stripe.refunds.list(listParameters(since, after)), toListedRefund),
      ),
    listDisputes: (since: Date, after: string | undefined) =>
      request('list disputes', async () =>
        toPage(await stripe.disputes.list(listParameters(since, after)), toListedDispute),
      ),
  }
}

function listParameters(since: Date, after: string | undefined) {
  return { created: { gte: toSeconds(since) }, limit: 100, ...(after !== undefined && { starting_after: after }) }
}

function toPage<Item, Listed>(page: { data: Item[]; has_more: boolean }, convert: (item: Item) => Listed) {
  return { items: page.data.map(convert), hasMore: page.has_more }
}

function toListedPayment(payment: Stripe.PaymentIntent): ListedPayment {
  const { id, status, amount_received, currency, created, metadata, customer } = payment
  return {
    id,
    isPaid: status === 'succeeded',
    amountReceived: amount_received,
    currency,
    createdAt: new Date(created * 1_000),
    purchaseId: metadata.purchase_id,
    customerId: toId(customer),
  }
}

function toListedRefund({ id, payment_intent, amount, status }: Stripe.Refund): ListedRefundOrDispute {
  return { id, paymentIntentId: toId(payment_intent), amount, hasMoved: status === 'succeeded' }
}

/** A dispute takes the money immediately; an inquiry takes nothing. */
function toListedDispute({ id, payment_intent, amount, status }: Stripe.Dispute): ListedRefundOrDispute {
  return {
    id,
    paymentIntentId: toId(payment_intent),
    amount,
    hasMoved: !status.startsWith('warning_') && status !== 'prevented',
  }
}
