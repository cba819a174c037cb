import { getTestCard, type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { attachToCustomer } from '../payment-methods/payment-method-operations.ts'
import { declinedError, forgetAttempt } from '../payments/intent.ts'
import type { Answer, Call } from '../wire/operation.ts'
import type { SetupIntent } from './setup-intent.ts'

interface Attempt {
  method: PaymentMethod
  isAuthenticated: boolean
}

/** Checks the card with the bank. Returns the finished intent, or a card error that contains the intent. */
export function setUpCard(call: Call, intent: SetupIntent, { method, isAuthenticated }: Attempt): Answer {
  const { decline, declinesOnlyCharges } = getTestCard(call, method.id)
  forgetAttempt(call, intent)
  if (decline && !declinesOnlyCharges) return declinedError(call, intent, { ...decline, payment_method: method })
  if (intent.customer) attachToCustomer(call, method, intent.customer)
  if (isAuthenticated && intent.usage === 'off_session') call.objects.note(paymentMethods, method.id, { setUp: true })
  const saved = call.objects.save<SetupIntent>({
    ...intent,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  })
  call.announce('setup_intent.succeeded', saved)
  return saved
}
