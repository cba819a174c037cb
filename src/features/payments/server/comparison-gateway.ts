import type Stripe from 'stripe'
import type { Ask } from './provider-gateway.ts'

/** What the provider's own books hold, page by page, to be compared with ours. */
export type ComparisonCalls = {
  listPayments: ListSince<ListedPayment>
  listRefunds: ListSince<ListedReturn>
  listDisputes: ListSince<ListedReturn>
}

type ListSince<Item> = (since: Date, after: string | undefined) => Promise<{ items: Item[]; hasMore: boolean }>

export type ListedPayment = {
  id: string
  isPaid: boolean
  amountReceived: number
  currency: string
  createdAt: Date
  /** What we wrote into it. Payments of a subscription's later months and those of somebody else bear no mark. */
  purchaseId: string | undefined
  customerId: string | undefined
}

/** Money that went back, or was taken back, as the provider lists it. */
export type ListedReturn = { id: string; paymentIntentId: string | undefined; amount: number; hasMoved: boolean }

export function comparisonCalls(stripe: Stripe, ask: Ask): ComparisonCalls {
  return {
    listPayments: (since, after) =>
      ask('list the payments', async () =>
        pageOf(await stripe.paymentIntents.list(asked(since, after)), listedPayment),
      ),
    listRefunds: (since, after) =>
      ask('list the refunds', async () => pageOf(await stripe.refunds.list(asked(since, after)), listedRefund)),
    listDisputes: (since, after) =>
      ask('list the disputes', async () => pageOf(await stripe.disputes.list(asked(since, after)), listedDispute)),
  }
}

function asked(since: Date, after: string | undefined) {
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

function listedRefund({ id, payment_intent, amount, status }: Stripe.Refund): ListedReturn {
  return { id, paymentIntentId: idOf(payment_intent), amount, hasMoved: status === 'succeeded' }
}

/** The bank takes the money with the dispute; an inquiry is only a question. */
function listedDispute({ id, payment_intent, amount, status }: Stripe.Dispute): ListedReturn {
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
