import type Stripe from 'stripe'
import type { Sandbox } from '../start-sandbox.ts'
import { answerBank, asBrowser } from './sandbox-test.ts'

interface Running {
  sandbox: Sandbox
  stripe: Stripe
}

export const monthlyAmount = 3480

/** A subscription that waits for its first payment, as the shop makes it. */
export async function startSubscription(stripe: Stripe, customer: string) {
  const product = await stripe.products.create({ name: 'MY FUTURE X' })
  const price = { currency: 'gbp', product: product.id, unit_amount: monthlyAmount }
  return stripe.subscriptions.create({
    customer,
    items: [{ price_data: { ...price, recurring: { interval: 'month' } } }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
    metadata: { subscription_id: '7' },
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
  })
}

/** Pays the subscription's latest invoice as the browser does, and agrees when the bank asks. */
export async function payInBrowser({ sandbox, stripe }: Running, subscription: string, card: string) {
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription, {
    expand: ['latest_invoice.confirmation_secret'],
  })
  const secret = (latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? ''
  const [intent] = secret.split('_secret_')
  const answer = await asBrowser(sandbox, 'POST', `/v1/payment_intents/${intent}/confirm`, {
    client_secret: secret,
    payment_method: card,
    use_stripe_sdk: 'true',
  })
  if (answer.body.status === 'requires_action') await answerBank(pageOf(answer.body), 'complete')
  return answer
}

/** Where the bank asks the cardholder. */
export function pageOf({ next_action }: Stripe.PaymentIntent): string {
  return (next_action?.use_stripe_sdk as { stripe_js?: string } | undefined)?.stripe_js ?? ''
}

export function seconds(instant: string): number {
  return Date.parse(instant) / 1000
}

export function instantOf(time: number | null | undefined): string | null {
  return typeof time === 'number' ? new Date(time * 1000).toISOString().slice(0, 16) : null
}

/** A member with a time of her own who has paid the first month. */
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

/** Replaces the card that pays from now on. */
export async function changeCard(stripe: Stripe, { id, customer }: { id: string; customer: string }, card: string) {
  const method = await stripe.paymentMethods.attach(card, { customer })
  await stripe.subscriptions.update(id, { default_payment_method: method.id })
  return method.id
}
