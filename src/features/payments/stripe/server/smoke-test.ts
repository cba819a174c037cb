import type Stripe from 'stripe'
import { API_VERSION, stripeClient } from './stripe-gateway.ts'

type Settings = Parameters<typeof stripeClient>[0]

/** Never charges anyone, because it requires test keys and uses Stripe's test card. */
const TEST_CARD = 'pm_card_visa'

/**
 * Pays, refunds and subscribes with test keys, and reports each step. It cleans up afterwards, even after a failed
 * step.
 */
export async function* runSmokeTest(settings: Settings): AsyncGenerator<string> {
  const stripe = stripeClient(settings)
  const cleanups: (() => Promise<string>)[] = []
  try {
    yield* runSteps(stripe, (cleanUp) => cleanups.push(cleanUp))
  } finally {
    for (const cleanUp of cleanups.reverse()) yield await cleanUp()
  }
}

async function* runSteps(stripe: Stripe, addCleanup: (cleanUp: () => Promise<string>) => void): AsyncGenerator<string> {
  const customer = await stripe.customers.create({ name: 'Check of the site', metadata: { check: 'stripe:smoke' } })
  yield `The key works. Created a customer: ${customer.id}, which contains no personal data and won’t be deleted.`
  const version = customer.lastResponse.apiVersion
  if (version !== API_VERSION) throw new Error(`Provider answered in API version ${version} instead of ${API_VERSION}`)
  yield `The provider uses API version ${version}, as the site expects.`
  yield* payAndRefund(stripe, customer.id)
  yield* subscribe(stripe, customer.id, addCleanup)
}

async function* payAndRefund(stripe: Stripe, customer: string): AsyncGenerator<string> {
  const payment = await stripe.paymentIntents.create({
    amount: 11_880,
    currency: 'gbp',
    customer,
    payment_method: TEST_CARD,
    allowed_payment_method_types: ['card'],
    confirm: true,
  })
  if (payment.status !== 'succeeded') throw new Error(`Payment ${payment.id} ended as ${payment.status}`)
  yield `A payment of £118.80 with the test card succeeded: ${payment.id}.`
  const refund = await stripe.refunds.create({ payment_intent: payment.id })
  if (refund.status !== 'succeeded') throw new Error(`Refund ${refund.id} ended as ${refund.status}`)
  yield `Refunded in full: ${refund.id}.`
}

async function* subscribe(
  stripe: Stripe,
  customer: string,
  addCleanup: (cleanUp: () => Promise<string>) => void,
): AsyncGenerator<string> {
  const product = await stripe.products.create({ name: 'Check of the site' })
  addCleanup(async () => {
    await stripe.products.update(product.id, { active: false })
    return 'Archived the test product.'
  })
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [
      {
        price_data: { currency: 'gbp', product: product.id, recurring: { interval: 'month' }, unit_amount: 3_480 },
      },
    ],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
    expand: ['latest_invoice.confirmation_secret'],
  })
  addCleanup(async () => {
    await stripe.subscriptions.cancel(subscription.id)
    return 'Cancelled the test subscription.'
  })
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null
  if (!invoice?.confirmation_secret) throw new Error(`Subscription ${subscription.id} has no first payment to confirm`)
  yield `Created a monthly subscription that is waiting for its first payment: ${subscription.id}.`
}
