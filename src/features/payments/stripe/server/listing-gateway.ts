import type Stripe from 'stripe'
import type { StripeRequest } from './stripe-request.ts'

/** Lists Stripe's own records page by page, to compare them with ours. */
export type ListingGateway = {
  listPayments: ListSince<ListedPayment>
  listRefunds: ListSince<ListedRefundOrDispute>
  listDisputes: ListSince<ListedRefundOrDispute>
}

type ListSince<Item> = (since: Date, after: string | undefined) => Promise<{ items: Item[]; hasMore: boolean }>

export type ListedPayment = {
  id: string
  isPaid: boolean
  amountReceived: number
  currency: string
  createdAt: Date
  /** Our id in Stripe's metadata. Renewals and payments of other sites on the account have none. */
  purchaseId: string | undefined
  customerId: string | undefined
}

/** A refund or dispute in Stripe's list. */
export type ListedRefundOrDispute = {
  id: string
  paymentIntentId: string | undefined
  amount: number
  hasMoved: boolean
}

export function listingGateway(stripe: Stripe, ask: StripeRequest): ListingGateway {
  return {
    listPayments: (since, after) =>
      ask('list the payments', async () =>
        pageOf(await stripe.paymentIntents.list(listParameters(since, after)), listedPayment),
      ),
    listRefunds: (since, after) =>
      ask('list the refunds', async () =>
        pageOf(await stripe.refunds.list(listParameters(since, after)), listedRefund),
      ),
    listDisputes: (since, after) =>
      ask('list the disputes', async () =>
        pageOf(await stripe.disputes.list(listParameters(since, after)), listedDispute),
      ),
  }
}

function listParameters(since: Date, after: string | undefined) {
  const created = { gte: Math.floor(since.getTime() / 1_000) }
  return { created, limit: 100, ...(after !== undefined && { starting_after: after }) }
}

function pageOf<Item, Shown>(page: { data: Item[]; has_more: boolean }, show: (item: Item) => Shown) {
  return { items: page.data.map(show), hasMore: page.has_more }
}

function listedPayment(payment: Stripe.PaymentIntent): ListedPayment {
  const { id, status, amount_received, currency, created, metadata, customer } = payment
  return {
    id,
    isPaid: status === 'succeeded',
    amountReceived: amount_received,
    currency,
    createdAt: new Date(created * 1_000),
    purchaseId: metadata.purchase_id,
    customerId: idOf(customer),
  }
}

function listedRefund({ id, payment_intent, amount, status }: Stripe.Refund): ListedRefundOrDispute {
  return { id, paymentIntentId: idOf(payment_intent), amount, hasMoved: status === 'succeeded' }
}

/** A dispute takes the money immediately; an inquiry takes none. */
function listedDispute({ id, payment_intent, amount, status }: Stripe.Dispute): ListedRefundOrDispute {
  return {
    id,
    paymentIntentId: idOf(payment_intent),
    amount,
    hasMoved: !status.startsWith('warning_') && status !== 'prevented',
  }
}

function idOf(given: string | { id: string } | null): string | undefined {
  return (typeof given === 'string' ? given : given?.id) ?? undefined
}
