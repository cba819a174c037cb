import type Stripe from 'stripe'
import type { MarketId } from '#features/catalogue/contract.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { type ProviderPayment, paymentMethodsOf } from '../rules.ts'
import { type Ask, exceptMissing, exceptWithCode, underKey } from './provider-gateway.ts'

/** Customers and single payments at the provider. */
export type PaymentCalls = {
  createCustomer: (member: { id: MemberId; name: string; email: string }) => Promise<string>
  /**
   * The same purchase gets the same payment, however often it is asked for.
   * @returns undefined where the provider knows no such customer
   */
  createPayment: (purchase: PayablePurchase) => Promise<OpenPayment | undefined>
  /** @returns undefined where the provider knows no such payment */
  findPayment: (paymentIntentId: string) => Promise<(ProviderPayment & OpenPayment) | undefined>
  /** Afterwards the payment cannot be made any more, unless it was made just before: read it to know. */
  cancelPayment: (paymentIntentId: string) => Promise<void>
  /** The customer stays with the payments, without name and address. */
  forgetCustomer: (customerId: string) => Promise<void>
}

type PayablePurchase = {
  id: string
  market: MarketId
  total: number
  currency: 'GBP' | 'USD'
  packageTitle: string
  customerId: string
}

type OpenPayment = { id: string; clientSecret: string }

export function paymentCalls(stripe: Stripe, ask: Ask): PaymentCalls {
  return {
    createCustomer: ({ id, name, email }) =>
      ask('create a customer', async () => {
        // The address is part of the key: a key that comes again with other values is refused for good.
        const customer = await underKey(`customer:${id}:${email}`, (key) =>
          stripe.customers.create({ name, email, metadata: { member_id: id } }, key),
        )
        return customer.id
      }),

    createPayment: ({ id, market, total, currency, packageTitle, customerId }) =>
      ask('create a payment', async () => {
        const payment = {
          amount: total,
          currency: currency.toLowerCase(),
          customer: customerId,
          allowed_payment_method_types: paymentMethodsOf(market, 'once'),
          description: packageTitle,
          metadata: { purchase_id: id },
        }
        // With the customer in the key, a purchase whose customer had to be made anew is not refused for good.
        const intent = await underKey(`purchase:${id}:${customerId}`, (key) =>
          stripe.paymentIntents.create(payment, key),
        ).catch(exceptMissing('customer'))
        return intent && openPayment(intent)
      }),

    findPayment: (paymentIntentId) =>
      ask('read a payment', async () => {
        const intent = await stripe.paymentIntents
          .retrieve(paymentIntentId, { expand: ['latest_charge'] })
          .catch(exceptWithCode('resource_missing'))
        return intent && { ...openPayment(intent), ...providerPayment(intent) }
      }),

    cancelPayment: (paymentIntentId) =>
      ask('cancel a payment', async () => {
        // The provider decides the race between paying and cancelling: its refusal is an answer like its consent.
        await stripe.paymentIntents
          .cancel(paymentIntentId)
          .catch(exceptWithCode('payment_intent_unexpected_state', 'resource_missing'))
      }),

    forgetCustomer: (customerId) =>
      ask('forget a customer', async () => {
        // Empty text takes a value away.
        await stripe.customers.update(customerId, { name: '', email: '' }).catch(exceptWithCode('resource_missing'))
      }),
  }
}

function openPayment(intent: Stripe.PaymentIntent): OpenPayment {
  if (!intent.client_secret) throw new Error(`The provider sent no client secret for ${intent.id}`)
  return { id: intent.id, clientSecret: intent.client_secret }
}

function providerPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    status: paymentStatus(intent.status),
    isAtBank: intent.status === 'requires_action',
    isUnconfirmed: intent.last_payment_error?.code === 'payment_intent_authentication_failure',
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    purchaseId: intent.metadata.purchase_id,
    charge: charge ? providerCharge(charge) : undefined,
  }
}

function providerCharge(charge: Stripe.Charge): NonNullable<ProviderPayment['charge']> {
  return {
    id: charge.id,
    createdAt: new Date(charge.created * 1_000),
    hasReturns: charge.amount_refunded > 0 || charge.disputed,
  }
}

function paymentStatus(status: Stripe.PaymentIntent.Status): ProviderPayment['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'processing') return 'processing'
  return status === 'canceled' ? 'cancelled' : 'open'
}
