import Stripe from 'stripe'
import type { ProviderInvoice, ProviderSubscription } from '../rules/subscription.ts'
import { type Ask, exceptMissing, exceptWithCode, underKey } from './provider-gateway.ts'

/** Subscriptions, their invoices and their cards at the provider. */
export type SubscriptionCalls = {
  /**
   * The same subscription is made once, however often it is asked for.
   * @returns undefined where the provider knows no such customer
   */
  createSubscription: (subscription: NewSubscription) => Promise<FirstPayment | undefined>
  /** @returns undefined where the provider knows no such subscription */
  findSubscription: (providerId: string) => Promise<ProviderSubscription | undefined>
  /** Whether it ends with the period that is paid. What has ended stays as it is: read it to know. */
  setCancellation: (providerId: string, cancelsAtPeriodEnd: boolean) => Promise<void>
  /** At once. What was paid just before stays paid: read it to know. */
  cancelSubscription: (providerId: string) => Promise<void>
  /**
   * The secret with which a browser sets up a card for later payments.
   * @returns undefined where the provider knows no such customer
   */
  createCardSetup: (owner: { customerId: string; subscriptionId: string }) => Promise<string | undefined>
  /** @returns undefined where the provider knows no such set-up */
  findCardSetup: (setupIntentId: string) => Promise<CardSetup | undefined>
  chargeCard: (providerId: string, paymentMethodId: string) => Promise<void>
  /** Tries the card of the subscription now. */
  payInvoice: (invoiceId: string) => Promise<'paid' | 'declined' | 'needs-customer' | 'processing'>
}

type NewSubscription = {
  id: string
  purchaseId: string
  customerId: string
  packageId: string
  title: string
  price: { total: number; currency: 'GBP' | 'USD' }
}

type FirstPayment = { providerId: string; paymentIntentId: string; clientSecret: string }

type CardSetup = {
  isDone: boolean
  customerId: string | null
  subscriptionId: string | undefined
  paymentMethodId: string | null
}

export function subscriptionCalls(stripe: Stripe, ask: Ask): SubscriptionCalls {
  return {
    createSubscription: (wanted) =>
      ask('create a subscription', async () => {
        await ensureProduct(stripe, wanted)
        const created = await underKey(`subscription:${wanted.id}:${wanted.customerId}`, (key) =>
          stripe.subscriptions.create(subscriptionOf(wanted), key),
        ).catch(exceptMissing('customer'))
        return created && firstPaymentOf(created)
      }),

    findSubscription: (providerId) =>
      ask('read a subscription', async () => {
        const found = await stripe.subscriptions
          .retrieve(providerId, { expand: ['default_payment_method'] })
          .catch(exceptWithCode('resource_missing'))
        if (!found) return undefined
        // Eight years of months; what is older is recorded since long.
        const invoices = await stripe.invoices.list({ subscription: providerId, limit: 100, expand: ['data.payments'] })
        return providerSubscription(found, invoices.data)
      }),

    setCancellation: (providerId, cancelsAtPeriodEnd) =>
      ask('change the end of a subscription', async () => {
        await stripe.subscriptions
          .update(providerId, { cancel_at_period_end: cancelsAtPeriodEnd })
          .catch(exceptWithCode('resource_missing', 'invalid_canceled_subscription_fields'))
      }),

    cancelSubscription: (providerId) =>
      ask('cancel a subscription', async () => {
        // The provider decides the race between paying and cancelling: its refusal is an answer like its consent.
        await stripe.subscriptions.cancel(providerId).catch(exceptWithCode('resource_missing'))
      }),

    createCardSetup: ({ customerId, subscriptionId }) =>
      ask('begin to set up a card', async () => {
        const wanted = {
          customer: customerId,
          usage: 'off_session' as const,
          allowed_payment_method_types: ['card' as const],
          metadata: { subscription_id: subscriptionId },
        }
        const setup = await stripe.setupIntents.create(wanted).catch(exceptMissing('customer'))
        if (setup?.client_secret === null) throw new Error(`The provider sent no client secret for ${setup.id}`)
        return setup?.client_secret
      }),

    findCardSetup: (setupIntentId) =>
      ask('read how a card was set up', async () => {
        const setup = await stripe.setupIntents.retrieve(setupIntentId).catch(exceptWithCode('resource_missing'))
        return (
          setup && {
            isDone: setup.status === 'succeeded',
            customerId: idOf(setup.customer),
            subscriptionId: setup.metadata?.subscription_id,
            paymentMethodId: idOf(setup.payment_method),
          }
        )
      }),

    chargeCard: (providerId, paymentMethodId) =>
      ask('change the card of a subscription', async () => {
        await stripe.subscriptions
          .update(providerId, { default_payment_method: paymentMethodId })
          // One that has ended meanwhile has no card: read it back to know.
          .catch(exceptWithCode('invalid_canceled_subscription_fields'))
          .catch(exceptMissing('id'))
      }),

    payInvoice: (invoiceId) =>
      ask('pay an invoice', async () => {
        try {
          const { status } = await stripe.invoices.pay(invoiceId)
          // A card that is declined is an error: without one the bank is still working.
          return status === 'paid' ? 'paid' : 'processing'
        } catch (error) {
          return answerOf(stripe, invoiceId, error)
        }
      }),
  }
}

/** One product a package. It is there from the second subscription on. */
async function ensureProduct(stripe: Stripe, { packageId, title }: NewSubscription) {
  await stripe.products.create({ id: packageId, name: title }).catch(exceptWithCode('resource_already_exists'))
}

/** The whole price, with tax: papers and their tax are ours. */
function subscriptionOf({ id, purchaseId, customerId, packageId, price }: NewSubscription) {
  return {
    customer: customerId,
    items: [
      {
        price_data: {
          currency: price.currency.toLowerCase(),
          product: packageId,
          recurring: { interval: 'month' as const },
          unit_amount: price.total,
        },
      },
    ],
    payment_behavior: 'default_incomplete' as const,
    payment_settings: {
      payment_method_types: ['card' as const],
      save_default_payment_method: 'on_subscription' as const,
    },
    metadata: { subscription_id: id, purchase_id: purchaseId },
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
  }
}

function firstPaymentOf({ id, latest_invoice: invoice }: Stripe.Subscription): FirstPayment {
  const clientSecret = typeof invoice === 'object' && invoice?.confirmation_secret?.client_secret
  const paymentIntentId = typeof invoice === 'object' && invoice && paymentIntentOf(invoice)
  if (!clientSecret || !paymentIntentId) throw new Error(`The provider sent no payment for the subscription ${id}`)
  return { providerId: id, paymentIntentId, clientSecret }
}

/** Refused by the bank, or to be confirmed there: answers both. An invoice that is paid already is paid. */
async function answerOf(stripe: Stripe, invoiceId: string, error: unknown) {
  if (error instanceof Stripe.errors.StripeCardError) {
    return needsCustomer.includes(error.code ?? '') ? 'needs-customer' : 'declined'
  }
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  // The provider's own attempt, another tab or the end of the subscription may have been faster.
  const { status } = await stripe.invoices.retrieve(invoiceId)
  if (status === 'open' && error.code === 'payment_intent_unexpected_state') return 'processing'
  if (status === 'open') throw error
  return status === 'paid' ? 'paid' : 'declined'
}

const needsCustomer = ['invoice_payment_intent_requires_action', 'authentication_required']

function providerSubscription(found: Stripe.Subscription, invoices: Stripe.Invoice[]): ProviderSubscription {
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

/** One that nobody collects any more is as good as void. */
function invoiceStatus(status: Stripe.Invoice['status']): ProviderInvoice['status'] {
  return (['draft', 'open', 'paid'] as const).find((known) => known === status) ?? 'void'
}

/** The payment that paid the invoice, or the one with which it can be paid. */
function paymentIntentOf({ payments }: Stripe.Invoice): string | null {
  const [first] = payments?.data ?? []
  const payment = payments?.data.find(({ status }) => status === 'paid') ?? first
  return idOf(payment?.payment.payment_intent)
}

function idOf(object: string | { id: string } | null | undefined): string | null {
  return typeof object === 'object' ? (object?.id ?? null) : (object ?? null)
}

function momentOf(seconds: number): Date {
  return new Date(seconds * 1_000)
}
