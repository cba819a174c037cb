import { ApiError, invalidRequest } from '../wire/api-error.ts'
import type { Call } from '../wire/operation.ts'
import { type PaymentIntent, type PaymentIntentStatus, paymentIntents } from './payment-intent.ts'

/** A browser sees only the payment whose client secret it holds. */
export function getPaymentIntent(call: Call, id: string): PaymentIntent {
  if (call.caller === 'secret-key') return call.objects.get(paymentIntents, id)
  const intent = call.objects.find(paymentIntents, id)
  if (intent && call.clientSecret === intent.client_secret) return intent
  // The same answer for an unknown id and a wrong secret: a stranger learns nothing.
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: 'payment_intent_invalid_parameter',
    message:
      'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the ' +
      'publishable key used belongs to the same account that created the PaymentIntent.',
    param: 'client_secret',
  })
}

const done = { confirm: 'confirmed', cancel: 'canceled' } as const

export function requireStatus(
  intent: PaymentIntent,
  action: keyof typeof done,
  allowed: readonly PaymentIntentStatus[],
): void {
  if (allowed.includes(intent.status)) return
  const message =
    intent.status === 'succeeded' && action === 'confirm'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot ${action} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent ` +
        `with one of the following statuses may be ${done[action]}: ${allowed.join(', ')}.`
  throw unexpectedState(intent, message)
}

export function unexpectedState(intent: PaymentIntent, message: string): ApiError {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
}

/** The payment of an invoice belongs to the invoice: the shop acts through that. */
export function requireNotInvoiced(call: Call, { id }: PaymentIntent, message: string): void {
  if (call.objects.notesOf(paymentIntents, id).invoice !== undefined) throw invalidRequest(message)
}
