import { randomBytes } from 'node:crypto'
import { type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { getCard } from '../payment-methods/test-cards.ts'
import { documentationOf } from '../wire/api-error.ts'
import type { Call } from '../wire/operation.ts'
import { attemptPayment } from './attempt-payment.ts'
import { type NextAction, type OpenAttempt, type PaymentIntent, paymentIntents } from './payment-intent.ts'

/** Where people agree to a payment: at their bank, or at PayPal. */
const pageOf = { card: '/authenticate', paypal: '/paypal' } as const

/** The intent waits for the cardholder, who answers on a page of the bank. */
export function askCardholder(
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod,
  returnUrl: string | null,
): PaymentIntent {
  const token = randomBytes(24).toString('hex')
  call.objects.note(paymentIntents, intent.id, { attempt: { token, paymentMethod: method.id, returnUrl } })
  const waiting = call.objects.save<PaymentIntent>({
    ...intent,
    next_action: nextAction(`${call.publicUrl}${pageOf[method.type]}/${intent.id}/${token}`, returnUrl),
    payment_method: method.id,
    status: 'requires_action',
  })
  call.announce('payment_intent.requires_action', waiting)
  return waiting
}

export function nextAction(url: string, returnUrl: string | null): NextAction {
  if (returnUrl) return { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
}

export interface Authentication {
  intent: PaymentIntent
  attempt: OpenAttempt
}

/** `undefined` once the attempt was answered, replaced or cancelled: an old page must not pay. */
export function findAuthentication(call: Call, intentId: string, token: string): Authentication | undefined {
  const intent = call.objects.find(paymentIntents, intentId)
  if (intent?.status !== 'requires_action') return undefined
  const { attempt } = call.objects.notesOf(paymentIntents, intentId)
  return attempt?.token === token ? { intent, attempt } : undefined
}

export function completeAuthentication(call: Call, { intent, attempt }: Authentication): void {
  const method = call.objects.get(paymentMethods, attempt.paymentMethod)
  if (intent.confirmation_method === 'manual') {
    call.objects.note(paymentIntents, intent.id, { attempt: null, isAuthenticated: true })
    call.objects.save<PaymentIntent>({ ...intent, next_action: null, status: 'requires_confirmation' })
    return
  }
  const { decline } = getCard(call.objects.notesOf(paymentMethods, method.id).card)
  attemptPayment(call, intent, { method, decline, isAuthenticated: true })
}

const refusals = {
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
  const refusal = refusals[method.type]
  call.objects.note(paymentIntents, intent.id, { attempt: null, isAuthenticated: false })
  const failed = call.objects.save<PaymentIntent>({
    ...intent,
    last_payment_error: {
      type: 'invalid_request_error',
      ...refusal,
      doc_url: documentationOf(refusal.code),
      payment_method: method,
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  call.announce('payment_intent.payment_failed', failed)
}
