import Stripe from 'stripe'
import type { Currency } from '#platform/shared/money.ts'
import type { ProviderSubscription } from '../rules.ts'
import { type FirstPayment, firstPaymentOf, idOf, providerSubscription } from './provider-subscription.ts'
import { type StripeRequest, undefinedOnCode, undefinedOnMissing, withIdempotencyKey } from './stripe-request.ts'

/** Subscriptions, their invoices and their cards at Stripe. */
export type SubscriptionGateway = {
  /**
   * Idempotent: the same subscription is created once.
   * @returns undefined if Stripe does not know the customer
   */
  createSubscription: (subscription: NewSubscription) => Promise<FirstPayment | undefined>
  /** @returns undefined if Stripe does not know the subscription */
  findSubscription: (providerId: string) => Promise<ProviderSubscription | undefined>
  /** Sets whether it ends with the paid period. An ended subscription stays ended. Read it to find out. */
  setCancellation: (providerId: string, cancelsAtPeriodEnd: boolean) => Promise<void>
  /** Cancels immediately. A payment made just before counts. Read it to find out. */
  cancelSubscription: (providerId: string) => Promise<void>
  /**
   * Returns the client secret with which a browser sets up a card for later payments.
   * @returns undefined if Stripe does not know the customer
   */
  createCardSetup: (owner: CardOwner) => Promise<string | undefined>
  /** @returns undefined if Stripe does not know the setup */
  findCardSetup: (setupIntentId: string) => Promise<CardSetup | undefined>
  chargeCard: (providerId: string, paymentMethodId: string) => Promise<void>
  /** Tries the subscription's card now. */
  payInvoice: (invoiceId: string) => Promise<'paid' | 'declined' | 'needs-customer' | 'processing'>
}

type NewSubscription = {
  id: string
  purchaseId: string
  customerId: string
  packageId: string
  title: string
  price: { total: number; currency: Currency }
}

type CardOwner = { customerId: string; subscriptionId: string }

type CardSetup = {
  isDone: boolean
  customerId: string | null
  subscriptionId: string | undefined
  paymentMethodId: string | null
}

export function subscriptionGateway(stripe: Stripe, ask: StripeRequest): SubscriptionGateway {
  return {
    createSubscription: (wanted) => ask('create a subscription', () => createSubscription(stripe, wanted)),
    findSubscription: (providerId) => ask('read a subscription', () => findSubscription(stripe, providerId)),

    setCancellation: (providerId, cancelsAtPeriodEnd) =>
      ask('change the end of a subscription', async () => {
        await stripe.subscriptions
          .update(providerId, { cancel_at_period_end: cancelsAtPeriodEnd })
          .catch(undefinedOnCode('resource_missing', 'invalid_canceled_subscription_fields'))
      }),

    cancelSubscription: (providerId) =>
      ask('cancel a subscription', async () => {
        // Stripe decides the race between paying and cancelling, so a refusal is a valid answer.
        await stripe.subscriptions.cancel(providerId).catch(undefinedOnCode('resource_missing'))
      }),

    createCardSetup: (owner) => ask('begin to set up a card', () => createCardSetup(stripe, owner)),
    findCardSetup: (setupIntentId) => ask('read how a card was set up', () => findCardSetup(stripe, setupIntentId)),

    chargeCard: (providerId, paymentMethodId) =>
      ask('change the card of a subscription', async () => {
        await stripe.subscriptions
          .update(providerId, { default_payment_method: paymentMethodId })
          // A subscription that has ended meanwhile has no card. Read it to find out.
          .catch(undefinedOnCode('invalid_canceled_subscription_fields'))
          .catch(undefinedOnMissing('id'))
      }),

    payInvoice: (invoiceId) => ask('pay an invoice', () => payInvoice(stripe, invoiceId)),
  }
}

async function createSubscription(stripe: Stripe, wanted: NewSubscription) {
  await ensureProduct(stripe, wanted)
  const created = await withIdempotencyKey(`subscription:${wanted.id}:${wanted.customerId}`, (key) =>
    stripe.subscriptions.create(subscriptionOf(wanted), key),
  ).catch(undefinedOnMissing('customer'))
  return created && firstPaymentOf(created)
}

/** One product per package. It already exists from the second subscription on. */
async function ensureProduct(stripe: Stripe, { packageId, title }: NewSubscription) {
  await stripe.products.create({ id: packageId, name: title }).catch(undefinedOnCode('resource_already_exists'))
}

/** The price includes tax because we issue the invoices and calculate the tax. */
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

async function findSubscription(stripe: Stripe, providerId: string) {
  const found = await stripe.subscriptions
    .retrieve(providerId, { expand: ['default_payment_method'] })
    .catch(undefinedOnCode('resource_missing'))
  if (!found) return undefined
  // 100 invoices are eight years of months. Older ones were recorded long ago.
  const invoices = await stripe.invoices.list({ subscription: providerId, limit: 100, expand: ['data.payments'] })
  return providerSubscription(found, invoices.data)
}

async function createCardSetup(stripe: Stripe, { customerId, subscriptionId }: CardOwner) {
  const wanted = {
    customer: customerId,
    usage: 'off_session' as const,
    allowed_payment_method_types: ['card' as const],
    metadata: { subscription_id: subscriptionId },
  }
  const setup = await stripe.setupIntents.create(wanted).catch(undefinedOnMissing('customer'))
  if (setup?.client_secret === null) throw new Error(`The provider sent no client secret for ${setup.id}`)
  return setup?.client_secret
}

async function findCardSetup(stripe: Stripe, setupIntentId: string) {
  const setup = await stripe.setupIntents.retrieve(setupIntentId).catch(undefinedOnCode('resource_missing'))
  return (
    setup && {
      isDone: setup.status === 'succeeded',
      customerId: idOf(setup.customer),
      subscriptionId: setup.metadata?.subscription_id,
      paymentMethodId: idOf(setup.payment_method),
    }
  )
}

async function payInvoice(stripe: Stripe, invoiceId: string) {
  try {
    const { status } = await stripe.invoices.pay(invoiceId)
    // Stripe reports a declined card as an error; without one the bank is still processing.
    return status === 'paid' ? 'paid' : 'processing'
  } catch (error) {
    return paymentFailureOf(stripe, invoiceId, error)
  }
}

/** Returns the outcome of a failed payment: declined, 3-D Secure needed, or already paid. */
async function paymentFailureOf(stripe: Stripe, invoiceId: string, error: unknown) {
  if (error instanceof Stripe.errors.StripeCardError) {
    return customerActionCodes.includes(error.code ?? '') ? 'needs-customer' : 'declined'
  }
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  // Stripe's own attempt, another tab or the end of the subscription may have come first.
  const { status } = await stripe.invoices.retrieve(invoiceId)
  if (status === 'open' && error.code === 'payment_intent_unexpected_state') return 'processing'
  if (status === 'open') throw error
  return status === 'paid' ? 'paid' : 'declined'
}

const customerActionCodes = ['invoice_payment_intent_requires_action', 'authentication_required']
