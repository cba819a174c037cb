import type { FormFields } from '../encode-form.ts'
import type { CardResult } from '../frame-messages.ts'
import { callApi, integrationError, type StripeJsError } from './call-api.ts'
import { CardElement } from './card-element.ts'

export interface PaymentMethodData {
  type?: string
  card?: unknown
  billing_details?: FormFields
  allow_redisplay?: string
}

export type PaymentMethodResult = { paymentMethod: { id: string }; error?: undefined } | { error: StripeJsError }

export async function createPaymentMethod(
  publishableKey: string,
  data: PaymentMethodData,
): Promise<PaymentMethodResult> {
  const { card, billing_details = {}, allow_redisplay } = data
  if (card instanceof CardElement) {
    const billingDetails = JSON.parse(JSON.stringify(billing_details)) as FormFields
    const request = { publishableKey, billingDetails, allowRedisplay: allow_redisplay }
    return toPaymentMethodResult(await card.exchange({ what: 'payment-method', ...request }))
  }
  const token = findToken(card)
  if (!token) throw integrationError('Invalid value for createPaymentMethod: `card` should be an object or element.')
  const fields = { type: 'card', key: publishableKey, card: { token }, billing_details, allow_redisplay }
  const answer = await callApi('POST', '/v1/payment_methods', fields)
  return answer.error ? { error: answer.error } : { paymentMethod: answer.object }
}

export async function createToken(publishableKey: string, element: unknown): Promise<CardResult> {
  if (!(element instanceof CardElement)) throw integrationError('You must provide a Stripe Element to createToken.')
  return element.exchange({ what: 'token', publishableKey, billingDetails: {} })
}

function toPaymentMethodResult(result: CardResult): PaymentMethodResult {
  if ('paymentMethod' in result) return { paymentMethod: result.paymentMethod }
  if ('error' in result) return { error: result.error }
  throw new Error('The card frame answered with a token instead of a payment method.')
}

function findToken(card: unknown): string | undefined {
  const token = typeof card === 'object' && card !== null ? (card as { token?: unknown }).token : undefined
  return typeof token === 'string' ? token : undefined
}
