import { randomBytes } from 'node:crypto'
import { getTestCard, type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { setUpCard } from '../setup-intents/set-up-card.ts'
import { setupIntents } from '../setup-intents/setup-intent.ts'
import type { Call } from '../wire/operation.ts'
import { attemptPayment } from './attempt-payment.ts'
import { failIntent, forgetAttempt, type Intent } from './intent.ts'
import { type NextAction, type OpenAttempt, type PaymentIntent, paymentIntents } from './payment-intent.ts'

/** The paths of the pages on which the customer approves a payment, at the bank or at PayPal. */
const approvalPages = { card: '/authenticate', paypal: '/paypal' } as const

function intentKind(id: string) {
  return id.startsWith('seti_') ? setupIntents : paymentIntents
}

/** Makes the intent wait until the cardholder responds on the bank's page. */
export function askCardholder(call: Call, intent: Intent, method: PaymentMethod, returnUrl: string | null): Intent {
  const token = randomBytes(24).toString('hex')
  const attempt = { token, paymentMethod: method.id, returnUrl }
  call.objects.note<{ attempt: OpenAttempt | null }>(intentKind(intent.id), intent.id, { attempt })
  const waiting = call.objects.save<Intent>({
    ...intent,
    next_action: nextAction(`${call.publicUrl}${approvalPages[method.type]}/${intent.id}/${token}`, returnUrl),
    payment_method: method.id,
    status: 'requires_action',
  })
  call.announce(`${intent.object}.requires_action`, waiting)
  return waiting
}

function nextAction(url: string, returnUrl: string | null): NextAction {
  if (returnUrl) return { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
}

export interface Authentication {
  intent: Intent
  attempt: OpenAttempt
}

export function getAnyIntent(call: Call, id: string): Intent {
  return call.objects.get<Intent>(intentKind(id), id)
}

/**
 * Returns `undefined` once the attempt has been decided, replaced or cancelled, so that a page still open cannot pay.
 */
export function findAuthentication(call: Call, intentId: string, token: string): Authentication | undefined {
  const intent = call.objects.find<Intent>(intentKind(intentId), intentId)
  if (intent?.status !== 'requires_action') return undefined
  const { attempt } = call.objects.readNotes<{ attempt: OpenAttempt | null }>(intentKind(intentId), intentId)
  return attempt?.token === token ? { intent, attempt } : undefined
}

export function completeAuthentication(call: Call, { intent, attempt }: Authentication): void {
  const method = call.objects.get(paymentMethods, attempt.paymentMethod)
  if (intent.object === 'setup_intent') {
    setUpCard(call, intent, { method, isAuthenticated: true })
  } else if (intent.confirmation_method === 'manual') {
    forgetAttempt(call, intent, true)
    call.objects.save<PaymentIntent>({ ...intent, next_action: null, status: 'requires_confirmation' })
  } else {
    attemptPayment(call, intent, { method, decline: getTestCard(call, method.id).decline, isAuthenticated: true })
  }
}

const refusals = {
  setup_intent: {
    code: 'setup_intent_authentication_failure',
    message: 'The latest attempt to set up the payment method has failed because authentication failed.',
  },
  card: {
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
      'PaymentMethod to attempt to fulfill this PaymentIntent again.',
  },
  paypal: {
    code: 'payment_method_customer_decline',
    message:
      'The customer did not approve the PaymentIntent. You can provide payment_method_data or a new PaymentMethod ' +
      'to attempt to fulfill this PaymentIntent again.',
  },
} as const

export function failAuthentication(call: Call, { intent, attempt }: Authentication): void {
  const method = call.objects.get(paymentMethods, attempt.paymentMethod)
  const refusal = refusals[intent.object === 'setup_intent' ? 'setup_intent' : method.type]
  forgetAttempt(call, intent)
  failIntent(call, intent, { type: 'invalid_request_error', ...refusal, payment_method: method })
}
