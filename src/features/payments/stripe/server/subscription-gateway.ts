import Stripe from 'stripe'
import type { Currency } from '#platform/shared/money.ts'
import { toFirstPayment, toId, toProviderSubscription } from './provider-subscription.ts'
import { type StripeRequest, undefinedOnCode, undefinedOnMissing, withIdempotencyKey } from './stripe-request.ts'

type NewSubscription = {
  id: string
  purchaseId: string
  customerId: string
  packageId: string
  title: string
  fullPrice: { total: number; currency: Currency }
  /** The price of the first month, and for how many months it applies; null: for all. */
  price: { total: number }
  discount: { months: number | null } | null
}

/** Without a subscription, the card is kept for payments that the member makes themselves. */
type CardOwner = { customerId: string; subscriptionId: string | null }

/** Subscriptions, their invoices and their cards at Stripe. */
export function subscriptionGateway(stripe: Stripe, request: StripeRequest) {
  return {
    /**
     * Idempotent: the same subscription is created only once.
     * @returns undefined if the customer does not exist at Stripe
     */
    createSubscription: (subscription: NewSubscription) =>
      request('create a subscription', () => createSubscription(stripe, subscription)),
    /** @returns undefined if the subscription does not exist at Stripe */
    findSubscription: (providerId: string) =>
      request('read a subscription', () => findSubscription(stripe, providerId)),

    /**
     * Sets whether the subscription ends with the period already paid for. Does nothing if the subscription has already
     * ended; read it to find out.
     */
    setCancellation: (providerId: string, cancelsAtPeriodEnd: boolean) =>
      request('change the end of a subscription', async () => {
        await stripe.subscriptions
          .update(providerId, { cancel_at_period_end: cancelsAtPeriodEnd })
          .catch(undefinedOnCode('resource_missing', 'invalid_canceled_subscription_fields'))
      }),

    /**
     * Cancels immediately. A payment made just before still counts; read the subscription to find out whether there was
     * one.
     */
    cancelSubscription: (providerId: string) =>
      request('cancel a subscription', async () => {
        // If a payment is made at the same moment, Stripe decides which comes first, so a refusal is a valid result.
        await stripe.subscriptions.cancel(providerId).catch(undefinedOnCode('resource_missing'))
      }),

    /**
     * Returns the client secret with which a browser sets up a card for later payments.
     * @returns undefined if the customer does not exist at Stripe
     */
    createCardSetup: (owner: CardOwner) => request('create a card setup', () => createCardSetup(stripe, owner)),
    /** @returns undefined if the setup does not exist at Stripe */
    findCardSetup: (setupIntentId: string) => request('read a card setup', () => findCardSetup(stripe, setupIntentId)),

    /** Later months are charged to this card. */
    setDefaultCard: (providerId: string, paymentMethodId: string) =>
      request('change the card of a subscription', async () => {
        await stripe.subscriptions
          .update(providerId, { default_payment_method: paymentMethodId })
          // A subscription that has just ended cannot be given a card. Read the subscription to find out.
          .catch(undefinedOnCode('invalid_canceled_subscription_fields'))
          .catch(undefinedOnMissing('id'))
      }),

    /** Charges the subscription's card now. */
    payInvoice: (invoiceId: string) => request('pay an invoice', () => payInvoice(stripe, invoiceId)),
  }
}

async function createSubscription(stripe: Stripe, subscription: NewSubscription) {
  await ensureProduct(stripe, subscription)
  await ensureCoupon(stripe, subscription)
  const created = await withIdempotencyKey(`subscription:${subscription.id}:${subscription.customerId}`, (key) =>
    stripe.subscriptions.create(toSubscriptionParameters(subscription), key),
  ).catch(undefinedOnMissing('customer'))
  return created && toFirstPayment(created)
}

/** Each package has one product. Only the first subscription creates it; for later ones it already exists. */
async function ensureProduct(stripe: Stripe, { packageId, title }: NewSubscription) {
  await stripe.products.create({ id: packageId, name: title }).catch(undefinedOnCode('resource_already_exists'))
}

/** Takes off what the month costs less with its tax. The same discount has one coupon, like the package its product. */
function toCoupon({ discount, fullPrice, price }: NewSubscription) {
  if (!discount) return undefined
  const { months } = discount
  const currency = fullPrice.currency.toLowerCase()
  const amount_off = fullPrice.total - price.total
  const duration =
    months === null ? { duration: 'forever' as const } : { duration: 'repeating' as const, duration_in_months: months }
  return { id: `less-${amount_off}-${currency}-${months ?? 'all'}`, amount_off, currency, ...duration }
}

async function ensureCoupon(stripe: Stripe, subscription: NewSubscription) {
  const coupon = toCoupon(subscription)
  if (coupon) await stripe.coupons.create(coupon).catch(undefinedOnCode('resource_already_exists'))
}

/** The price includes tax, because we issue the invoices and calculate the tax. */
function toSubscriptionParameters(subscription: NewSubscription) {
  const { id, purchaseId, customerId, packageId, fullPrice } = subscription
  const coupon = toCoupon(subscription)
  return {
    ...(coupon && { discounts: [{ coupon: coupon.id }] }),
    customer: customerId,
    items: [
      {
        price_data: {
          currency: fullPrice.currency.toLowerCase(),
          product: packageId,
          recurring: { interval: 'month' as const },
          unit_amount: fullPrice.total,
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
  const subscription = await stripe.subscriptions
    .retrieve(providerId, { expand: ['default_payment_method'] })
    .catch(undefinedOnCode('resource_missing'))
  if (!subscription) return undefined
  // 100 invoices cover eight years. Older ones have long been recorded.
  const invoices = await stripe.invoices.list({ subscription: providerId, limit: 100, expand: ['data.payments'] })
  return toProviderSubscription(subscription, invoices.data)
}

async function createCardSetup(stripe: Stripe, { customerId, subscriptionId }: CardOwner) {
  const parameters = {
    customer: customerId,
    usage: subscriptionId ? ('off_session' as const) : ('on_session' as const),
    allowed_payment_method_types: ['card' as const],
    ...(subscriptionId && { metadata: { subscription_id: subscriptionId } }),
  }
  const setup = await stripe.setupIntents.create(parameters).catch(undefinedOnMissing('customer'))
  if (setup?.client_secret === null) throw new Error(`Provider sent no client secret for ${setup.id}`)
  return setup?.client_secret
}

async function findCardSetup(stripe: Stripe, setupIntentId: string) {
  const setup = await stripe.setupIntents.retrieve(setupIntentId).catch(undefinedOnCode('resource_missing'))
  return (
    setup && {
      isComplete: setup.status === 'succeeded',
      customerId: toId(setup.customer),
      subscriptionId: setup.metadata?.subscription_id,
      paymentMethodId: toId(setup.payment_method),
    }
  )
}

async function payInvoice(stripe: Stripe, invoiceId: string) {
  try {
    const { status } = await stripe.invoices.pay(invoiceId)
    // Stripe reports a declined card as an error. Without an error, the bank is still processing the payment.
    return status === 'paid' ? 'paid' : 'processing'
  } catch (error) {
    return findFailedOutcome(stripe, invoiceId, error)
  }
}

/** Returns the outcome of a failed payment: declined, 3-D Secure needed, or already paid. */
async function findFailedOutcome(stripe: Stripe, invoiceId: string, error: unknown) {
  if (error instanceof Stripe.errors.StripeCardError) {
    return customerActionCodes.includes(error.code ?? '') ? 'needs-customer' : 'declined'
  }
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  // Stripe may have collected the money itself, the member may have paid in another tab, or the subscription may have
  // ended.
  const { status } = await stripe.invoices.retrieve(invoiceId)
  if (status === 'open' && error.code === 'payment_intent_unexpected_state') return 'processing'
  if (status === 'open') throw error
  return status === 'paid' ? 'paid' : 'declined'
}

const customerActionCodes = ['invoice_payment_intent_requires_action', 'authentication_required']
