import type Stripe from 'stripe'
import type { MarketId } from '#features/catalogue/contract.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Currency } from '#platform/shared/money.ts'
import { listPaymentMethods, type ProviderPayment } from '../rules.ts'
import { type StripeRequest, undefinedOnCode, undefinedOnMissing, withIdempotencyKey } from './stripe-request.ts'

type PayablePurchase = {
  id: string
  market: MarketId
  total: number
  currency: Currency
  packageTitle: string
  customerId: string
}

type OpenPayment = {
  id: string
  clientSecret: string
  /** True if the card that pays is to be kept, because the member ticked so on an earlier attempt. */
  keepsCard: boolean
}

/** Customers and single payments at Stripe. */
export function paymentGateway(stripe: Stripe, request: StripeRequest) {
  return {
    createCustomer: ({ id, name, email }: { id: MemberId; name: string; email: string }) =>
      request('create a customer', async () => {
        // The email is part of the key, because Stripe never accepts a key again with different parameters.
        const customer = await withIdempotencyKey(`customer:${id}:${email}`, (key) =>
          stripe.customers.create({ name, email, metadata: { member_id: id } }, key),
        )
        return customer.id
      }),

    /**
     * Idempotent: the same purchase always gets the same payment.
     * @returns undefined if the customer does not exist at Stripe
     */
    createPayment: ({ id, market, total, currency, packageTitle, customerId }: PayablePurchase) =>
      request('create a payment', async () => {
        const payment = {
          amount: total,
          currency: currency.toLowerCase(),
          customer: customerId,
          allowed_payment_method_types: listPaymentMethods(market, 'once'),
          description: packageTitle,
          metadata: { purchase_id: id },
        }
        // The customer is part of the key, so that a purchase is not refused after its customer was recreated.
        const intent = await withIdempotencyKey(`purchase:${id}:${customerId}`, (key) =>
          stripe.paymentIntents.create(payment, key),
        ).catch(undefinedOnMissing('customer'))
        return intent && toOpenPayment(intent)
      }),

    /** @returns undefined if the payment does not exist at Stripe */
    findPayment: (paymentIntentId: string) =>
      request('read a payment', async () => {
        const intent = await stripe.paymentIntents
          .retrieve(paymentIntentId, { expand: ['latest_charge'] })
          .catch(undefinedOnCode('resource_missing'))
        return intent && { ...toOpenPayment(intent), ...toProviderPayment(intent) }
      }),

    /** The card that pays is not kept, unless the member ticks so again. */
    forgetKeptCard: (paymentIntentId: string) =>
      request('not keep the card of a payment', async () => {
        // An empty string removes the value.
        await stripe.paymentIntents
          .update(paymentIntentId, { setup_future_usage: '' })
          .catch(undefinedOnCode('payment_intent_unexpected_state', 'resource_missing'))
      }),

    /** The payment cannot be made after this, but may have been made just before. Read it to find out. */
    cancelPayment: (paymentIntentId: string) =>
      request('cancel a payment', async () => {
        // If the payment is made at the same moment, Stripe decides which comes first, so a refusal is a valid result.
        await stripe.paymentIntents
          .cancel(paymentIntentId)
          .catch(undefinedOnCode('payment_intent_unexpected_state', 'resource_missing'))
      }),

    /** Removes the name and address. The customer is kept with the payments. */
    anonymiseCustomer: (customerId: string) =>
      request('anonymise a customer', async () => {
        // An empty string removes the value.
        await stripe.customers.update(customerId, { name: '', email: '' }).catch(undefinedOnCode('resource_missing'))
      }),
  }
}

function toOpenPayment(intent: Stripe.PaymentIntent): OpenPayment {
  if (!intent.client_secret) throw new Error(`Provider sent no client secret for ${intent.id}`)
  return { id: intent.id, clientSecret: intent.client_secret, keepsCard: intent.setup_future_usage !== null }
}

function toProviderPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    status: toPaymentStatus(intent.status),
    isAtBank: intent.status === 'requires_action',
    isUnconfirmed: intent.last_payment_error?.code === 'payment_intent_authentication_failure',
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    purchaseId: intent.metadata.purchase_id,
    charge: charge ? toProviderCharge(charge) : undefined,
  }
}

function toProviderCharge(charge: Stripe.Charge): NonNullable<ProviderPayment['charge']> {
  return {
    id: charge.id,
    createdAt: new Date(charge.created * 1_000),
    hasRefundOrDispute: charge.amount_refunded > 0 || charge.disputed,
  }
}

function toPaymentStatus(status: Stripe.PaymentIntent.Status): ProviderPayment['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'processing') return 'processing'
  return status === 'canceled' ? 'cancelled' : 'open'
}
