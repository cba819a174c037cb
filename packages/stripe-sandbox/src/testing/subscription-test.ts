import type Stripe from 'stripe'
import { answerBank, asBrowser, getPageUrl, type Running, runSandbox } from './sandbox-test.ts'

export const monthlyAmount = 3480

/** Creates a subscription with the parameters the shop uses. It waits for its first payment. */
export async function startSubscription(
  stripe: Stripe,
  customer: string,
  choice: Pick<Stripe.SubscriptionCreateParams, 'discounts'> = {},
) {
  const product = await stripe.products.create({ name: 'MY FUTURE X' })
  const price = { currency: 'gbp', product: product.id, unit_amount: monthlyAmount }
  return stripe.subscriptions.create({
    ...choice,
    customer,
    items: [{ price_data: { ...price, recurring: { interval: 'month' } } }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
    metadata: { subscription_id: '7' },
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
  })
}

/** Starts a sandbox with a subscription whose first invoice is open. */
export async function runUnpaid() {
  const running = await runSandbox()
  const { id: customer } = await running.stripe.customers.create({ email: 'ada@example.com' })
  const subscription = await startSubscription(running.stripe, customer)
  const invoice = subscription.latest_invoice as Stripe.Invoice
  const intent = String(invoice.payments?.data[0]?.payment.payment_intent)
  return { ...running, customer, subscription, id: subscription.id, invoice, intent }
}

/** The latest invoice with its confirmation secret. */
export async function latestInvoice(stripe: Stripe, subscription: string): Promise<Stripe.Invoice> {
  const expand = ['latest_invoice.confirmation_secret']
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription, { expand })
  return latest_invoice as Stripe.Invoice
}

/** Pays the latest invoice as a browser would, and approves any 3-D Secure check. */
export async function payInBrowser({ sandbox, stripe }: Running, subscription: string, card: string) {
  const secret = (await latestInvoice(stripe, subscription)).confirmation_secret?.client_secret ?? ''
  const [intent] = secret.split('_secret_')
  const answer = await asBrowser(sandbox, 'POST', `/v1/payment_intents/${intent}/confirm`, {
    client_secret: secret,
    payment_method: card,
    use_stripe_sdk: 'true',
  })
  if (answer.body.status === 'requires_action') await answerBank(getPageUrl(answer.body), 'complete')
  return answer
}

export function seconds(instant: string): number {
  return Date.parse(instant) / 1000
}

export function toInstant(time: number | null | undefined): string | null {
  return typeof time === 'number' ? new Date(time * 1000).toISOString().slice(0, 16) : null
}

/** Creates a customer who has a test clock and has paid for the first month. */
export async function subscribe(running: Running, { card = 'pm_card_visa', since = '2026-01-10T12:00:00Z' } = {}) {
  const { stripe } = running
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: seconds(since) })
  const customer = await stripe.customers.create({ email: 'ada@example.com', test_clock: clock.id })
  const { id } = await startSubscription(stripe, customer.id)
  await payInBrowser(running, id, card)
  return {
    id,
    customer: customer.id,
    advanceTo: (instant: string) => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: seconds(instant) }),
  }
}

/** Starts a sandbox with one subscription. */
export async function runSubscription(choice?: Parameters<typeof subscribe>[1]) {
  const running = await runSandbox()
  return { ...running, ...(await subscribe(running, choice)) }
}

/** Replaces the subscription's card. */
export async function changeCard(stripe: Stripe, { id, customer }: { id: string; customer: string }, card: string) {
  const method = await stripe.paymentMethods.attach(card, { customer })
  await stripe.subscriptions.update(id, { default_payment_method: method.id })
  return method.id
}
