import type { SetupIntent } from '../setup-intents/setup-intent.ts'
import { ApiError, type ErrorDetails, invalidRequest } from '../wire/api-error.ts'
import type { ObjectKind } from '../wire/object-kind.ts'
import type { Call } from '../wire/operation.ts'
import { type PaymentIntent, type PaymentIntentStatus, paymentIntents } from './payment-intent.ts'

/** What a customer is led through: a payment, or a card that is kept for later ones. */
export type Intent = PaymentIntent | SetupIntent

const nameOf = { payment_intent: 'PaymentIntent', setup_intent: 'SetupIntent' } as const

export function nameOfIntent({ object }: Intent): string {
  return nameOf[object]
}

/** An error about an intent carries it, so that the caller sees how it stands. */
export function carrying(intent: Intent): Pick<ErrorDetails, 'payment_intent' | 'setup_intent'> {
  return intent.object === 'payment_intent' ? { payment_intent: intent } : { setup_intent: intent }
}

export function getPaymentIntent(call: Call, id: string): PaymentIntent {
  return getIntent(call, paymentIntents, id)
}

/** A browser sees only the intent whose client secret it holds. */
export function getIntent<Type extends Intent>(call: Call, kind: ObjectKind<Type, object>, id: string): Type {
  if (call.caller === 'secret-key') return call.objects.get(kind, id)
  const intent = call.objects.find(kind, id)
  if (intent && call.clientSecret === intent.client_secret) return intent
  const object = kind.object as Intent['object']
  // The same answer for an unknown id and a wrong secret: a stranger learns nothing.
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: `${object}_invalid_parameter`,
    message:
      `The client_secret provided does not match any associated ${nameOf[object]} on this account. Ensure the ` +
      `publishable key used belongs to the same account that created the ${nameOf[object]}.`,
    param: 'client_secret',
  })
}

const done = { confirm: 'confirmed', cancel: 'canceled' } as const

export function requireStatus(
  intent: Intent,
  action: keyof typeof done,
  allowed: readonly PaymentIntentStatus[],
): void {
  if (allowed.includes(intent.status)) return
  const name = nameOfIntent(intent)
  const message =
    intent.status === 'succeeded' && action === 'confirm'
      ? `You cannot confirm this ${name} because it has already succeeded after being previously confirmed.`
      : `You cannot ${action} this ${name} because it has a status of ${intent.status}. Only a ${name} ` +
        `with one of the following statuses may be ${done[action]}: ${allowed.join(', ')}.`
  throw unexpectedState(intent, message)
}

export function unexpectedState(intent: Intent, message: string): ApiError {
  return invalidRequest(message, { code: `${intent.object}_unexpected_state`, ...carrying(intent) })
}

/** The payment of an invoice belongs to the invoice: the shop acts through that. */
export function requireNotInvoiced(call: Call, { id }: PaymentIntent, message: string): void {
  if (call.objects.notesOf(paymentIntents, id).invoice !== undefined) throw invalidRequest(message)
}
