import { type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { getCard } from '../payment-methods/test-cards.ts'
import type { Answer, Call } from '../wire/operation.ts'
import { attemptPayment } from './attempt-payment.ts'
import { askCardholder } from './authenticate-payment.ts'
import { mustAskCardholder } from './confirm-payment-intent.ts'
import type { PaymentIntent } from './payment-intent.ts'

/**
 * A payment of an invoice at which nobody is present. When the bank wants the cardholder the intent waits for one, so
 * that a browser can go on with it later.
 */
export function chargeOffSession(call: Call, intent: PaymentIntent, method: PaymentMethod): Answer {
  const { card: name, setUp } = call.objects.notesOf(paymentMethods, method.id)
  const card = getCard(name)
  const fresh: PaymentIntent = { ...intent, last_payment_error: null, next_action: null }
  if (mustAskCardholder(card, { setUp, isOffSession: true })) return askCardholder(call, fresh, method, null)
  return attemptPayment(call, fresh, { method, decline: card.decline, isAuthenticated: false })
}
