import { encodeForm } from '../encode-form.ts'
import type { CardRequest, CardResult } from '../frame-messages.ts'
import { type CardValues, findBrand, testCardTokens } from './card-rules.ts'

/** Exchanges a complete card for a payment method or token. The full number, expiry and code stay in the frame. */
export async function exchangeCard(values: CardValues, request: CardRequest): Promise<CardResult> {
  const token = testCardTokens[values.number] ?? ''
  if (request.what === 'token') return { token: tokenObject(token, values) }
  const form = encodeForm({
    type: 'card',
    key: request.publishableKey,
    card: { token },
    billing_details: withPostalCode(request.billingDetails, values.postalCode),
    allow_redisplay: request.allowRedisplay,
  })
  try {
    const response = await fetch('/v1/payment_methods', { method: 'POST', body: form })
    const answer = await response.json()
    return response.ok ? { paymentMethod: answer } : { error: answer.error }
  } catch {
    return {
      error: { type: 'api_connection_error', message: 'We could not reach the payment provider. Please try again.' },
    }
  }
}

function withPostalCode(details: CardRequest['billingDetails'], postalCode: string): CardRequest['billingDetails'] {
  if (postalCode === '') return details
  const { address } = details
  return { ...details, address: { ...(typeof address === 'object' ? address : {}), postal_code: postalCode } }
}

function tokenObject(id: string, { number }: CardValues) {
  const card = { object: 'card', brand: findBrand(number).title, last4: number.slice(-4) }
  return { id, object: 'token', card, livemode: false, type: 'card', used: false }
}
