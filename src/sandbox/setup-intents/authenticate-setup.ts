import { randomBytes } from 'node:crypto'
import { type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { nextAction } from '../payments/authenticate-payment.ts'
import type { OpenAttempt } from '../payments/payment-intent.ts'
import { documentationOf } from '../wire/api-error.ts'
import type { Call } from '../wire/operation.ts'
import { setUpCard } from './set-up-card.ts'
import { type SetupIntent, setupIntents } from './setup-intent.ts'

/** The intent waits for the cardholder, who agrees on a page of the bank that the card is kept. */
export function askCardholderToKeep(
  call: Call,
  intent: SetupIntent,
  method: PaymentMethod,
  returnUrl: string | null,
): SetupIntent {
  const token = randomBytes(24).toString('hex')
  call.objects.note(setupIntents, intent.id, { attempt: { token, paymentMethod: method.id, returnUrl } })
  const waiting = call.objects.save<SetupIntent>({
    ...intent,
    next_action: nextAction(`${call.publicUrl}/authenticate/${intent.id}/${token}`, returnUrl),
    payment_method: method.id,
    status: 'requires_action',
  })
  call.announce('setup_intent.requires_action', waiting)
  return waiting
}

export interface SetupAuthentication {
  intent: SetupIntent
  attempt: OpenAttempt
}

/** `undefined` once the attempt was answered, replaced or cancelled. */
export function findSetupAuthentication(call: Call, intentId: string, token: string): SetupAuthentication | undefined {
  const intent = call.objects.find(setupIntents, intentId)
  const { attempt } = call.objects.notesOf(setupIntents, intentId)
  return intent && attempt?.token === token ? { intent, attempt } : undefined
}

export function completeSetupAuthentication(call: Call, { intent, attempt }: SetupAuthentication): void {
  const method = call.objects.get(paymentMethods, attempt.paymentMethod)
  setUpCard(call, intent, { method, isAuthenticated: true })
}

export function failSetupAuthentication(call: Call, { intent, attempt }: SetupAuthentication): void {
  const code = 'setup_intent_authentication_failure'
  call.objects.note(setupIntents, intent.id, { attempt: null })
  const failed = call.objects.save<SetupIntent>({
    ...intent,
    last_setup_error: {
      type: 'invalid_request_error',
      code,
      doc_url: documentationOf(code),
      message: 'The latest attempt to set up the payment method has failed because authentication failed.',
      payment_method: call.objects.get(paymentMethods, attempt.paymentMethod),
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  call.announce('setup_intent.setup_failed', failed)
}
