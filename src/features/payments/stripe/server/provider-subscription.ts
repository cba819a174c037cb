import type Stripe from 'stripe'
import type { ProviderInvoice, ProviderSubscription } from '../rules.ts'

export type FirstPayment = { providerId: string; paymentIntentId: string; clientSecret: string }

export function firstPaymentOf({ id, latest_invoice: invoice }: Stripe.Subscription): FirstPayment {
  const clientSecret = typeof invoice === 'object' && invoice?.confirmation_secret?.client_secret
  const paymentIntentId = typeof invoice === 'object' && invoice && paymentIntentOf(invoice)
  if (!clientSecret || !paymentIntentId) throw new Error(`The provider sent no payment for the subscription ${id}`)
  return { providerId: id, paymentIntentId, clientSecret }
}

export function providerSubscription(found: Stripe.Subscription, invoices: Stripe.Invoice[]): ProviderSubscription {
  const [item] = found.items.data
  if (!item) throw new Error(`The subscription ${found.id} has no item`)
  return {
    id: found.id,
    subscriptionId: found.metadata.subscription_id,
    customerId: idOf(found.customer) ?? '',
    status: statusOf(found),
    startedAt: momentOf(found.start_date),
    cancelsAtPeriodEnd: found.cancel_at_period_end,
    periodEndsAt: momentOf(item.current_period_end),
    endedAt: found.ended_at === null ? null : momentOf(found.ended_at),
    isUnpaidForGood: found.cancellation_details?.reason === 'payment_failed',
    card: cardOf(found.default_payment_method),
    cardId: idOf(found.default_payment_method),
    invoices: invoices.map(providerInvoice).reverse(),
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

function statusOf({ id, status }: Stripe.Subscription): ProviderSubscription['status'] {
  const known = statuses[status]
  if (!known) throw new Error(`The subscription ${id} has a status that is not known here: ${status}`)
  return known
}

function cardOf(method: Stripe.Subscription['default_payment_method']) {
  const card = typeof method === 'object' ? method?.card : undefined
  return card ? { brand: card.brand, last4: card.last4 } : null
}

function providerInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const [line] = invoice.lines.data
  if (!line) throw new Error(`The invoice ${invoice.id} has no line`)
  return {
    id: invoice.id,
    status: invoiceStatus(invoice.status),
    isFirst: invoice.billing_reason === 'subscription_create',
    amount: invoice.total,
    amountPaid: invoice.amount_paid,
    currency: invoice.currency,
    period: { startsAt: momentOf(line.period.start), endsAt: momentOf(line.period.end) },
    attempts: invoice.attempt_count,
    nextAttemptAt: invoice.next_payment_attempt === null ? null : momentOf(invoice.next_payment_attempt),
    paymentIntentId: paymentIntentOf(invoice),
    createdAt: momentOf(invoice.created),
  }
}

/** An uncollectible invoice counts as void. */
function invoiceStatus(status: Stripe.Invoice['status']): ProviderInvoice['status'] {
  return (['draft', 'open', 'paid'] as const).find((known) => known === status) ?? 'void'
}

/** The payment that paid the invoice, or the one that can. */
function paymentIntentOf({ payments }: Stripe.Invoice): string | null {
  const [first] = payments?.data ?? []
  const payment = payments?.data.find(({ status }) => status === 'paid') ?? first
  return idOf(payment?.payment.payment_intent)
}

export function idOf(object: string | { id: string } | null | undefined): string | null {
  return typeof object === 'object' ? (object?.id ?? null) : (object ?? null)
}

function momentOf(seconds: number): Date {
  return new Date(seconds * 1_000)
}
