import { attachToCustomer } from '../payment-methods/attach-payment-method.ts'
import type { Decline } from '../payment-methods/declines.ts'
import { type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { getCard } from '../payment-methods/test-cards.ts'
import { ApiError, documentationOf } from '../wire/api-error.ts'
import type { Answer, Call } from '../wire/operation.ts'
import { type SetupIntent, setupIntents } from './setup-intent.ts'

interface Attempt {
  method: PaymentMethod
  isAuthenticated: boolean
}

/** Asks the bank whether the card is good. The answer is the finished intent, or a card error that carries it. */
export function setUpCard(call: Call, intent: SetupIntent, attempt: Attempt): Answer {
  const { decline, declinesOnlyCharges } = getCard(call.objects.notesOf(paymentMethods, attempt.method.id).card)
  call.objects.note(setupIntents, intent.id, { attempt: null })
  return decline && !declinesOnlyCharges ? fail(call, intent, attempt.method, decline) : succeed(call, intent, attempt)
}

function succeed(call: Call, intent: SetupIntent, { method, isAuthenticated }: Attempt): SetupIntent {
  if (intent.customer) attachToCustomer(call, method, intent.customer)
  if (isAuthenticated && intent.usage === 'off_session') call.objects.note(paymentMethods, method.id, { setUp: true })
  const done = call.objects.save<SetupIntent>({
    ...intent,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  })
  call.announce('setup_intent.succeeded', done)
  return done
}

function fail(call: Call, intent: SetupIntent, method: PaymentMethod, decline: Decline): ApiError {
  const error = { type: 'card_error' as const, ...decline, payment_method: method }
  const failed = call.objects.save<SetupIntent>({
    ...intent,
    last_setup_error: { ...error, doc_url: documentationOf(decline.code) },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  call.announce('setup_intent.setup_failed', failed)
  return new ApiError(402, { ...error, setup_intent: failed })
}
