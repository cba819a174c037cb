import type Stripe from 'stripe'
import type { ProviderInvoice, ProviderSubscription } from '../rules.ts'

export type FirstPayment = { providerId: string; paymentIntentId: string; clientSecret: string }

export function toFirstPayment({ id, latest_invoice: invoice }: Stripe.Subscription): FirstPayment {
  const clientSecret = typeof invoice === 'object' && invoice?.confirmation_secret?.client_secret
  const paymentIntentId = typeof invoice === 'object' && invoice && findPaymentIntentId(invoice)
  if (!clientSecret || !paymentIntentId) throw new Error(`Provider sent no payment for subscription ${id}`)
  return { providerId: id, paymentIntentId, clientSecret }
}

export function toProviderSubscription(
  subscription: Stripe.Subscription,
  invoices: Stripe.Invoice[],
): ProviderSubscription {
  const [item] = subscription.items.data
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`)
  return {
    id: subscription.id,
    subscriptionId: subscription.metadata.subscription_id,
    customerId: toId(subscription.customer) ?? '',
    status: toStatus(subscription),
    startedAt: toDate(subscription.start_date),
    cancelsAtPeriodEnd: subscription.cancel_at_period_end,
    periodEndsAt: toDate(item.current_period_end),
    endedAt: subscription.ended_at === null ? null : toDate(subscription.ended_at),
    isUnpaidForGood: subscription.cancellation_details?.reason === 'payment_failed',
    card: toCard(subscription.default_payment_method),
    cardId: toId(subscription.default_payment_method),
    invoices: invoices.map(toProviderInvoice).reverse(),
  }
}

const statuses: Record<string, ProviderSubscription['status']> = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  trialing: 'active',
  active: 'active',
  paused: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  canceled: 'ended',
}

function toStatus({ id, status }: Stripe.Subscription): ProviderSubscription['status'] {
  const ourStatus = statuses[status]
  if (!ourStatus) throw new Error(`Subscription ${id} has unknown status ${status}`)
  return ourStatus
}

function toCard(method: Stripe.Subscription['default_payment_method']) {
  const card = typeof method === 'object' ? method?.card : undefined
  return card ? { brand: card.brand, last4: card.last4 } : null
}

function toProviderInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const [line] = invoice.lines.data
  if (!line) throw new Error(`Invoice ${invoice.id} has no line`)
  return {
    id: invoice.id,
    status: toInvoiceStatus(invoice.status),
    isFirst: invoice.billing_reason === 'subscription_create',
    amount: invoice.total,
    amountPaid: invoice.amount_paid,
    currency: invoice.currency,
    period: { startsAt: toDate(line.period.start), endsAt: toDate(line.period.end) },
    attempts: invoice.attempt_count,
    nextAttemptAt: invoice.next_payment_attempt === null ? null : toDate(invoice.next_payment_attempt),
    paymentIntentId: findPaymentIntentId(invoice),
    createdAt: toDate(invoice.created),
  }
}

/** An uncollectible invoice counts as void. */
function toInvoiceStatus(status: Stripe.Invoice['status']): ProviderInvoice['status'] {
  return (['draft', 'open', 'paid'] as const).find((candidate) => candidate === status) ?? 'void'
}

/** The payment that paid the invoice, or the one with which it can be paid. */
function findPaymentIntentId({ payments }: Stripe.Invoice): string | null {
  const [firstPayment] = payments?.data ?? []
  const payment = payments?.data.find(({ status }) => status === 'paid') ?? firstPayment
  return toId(payment?.payment.payment_intent)
}

export function toId(object: string | { id: string } | null | undefined): string | null {
  return typeof object === 'object' ? (object?.id ?? null) : (object ?? null)
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1_000)
}
