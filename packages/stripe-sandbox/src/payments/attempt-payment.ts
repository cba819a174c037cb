import { disputeAtOnce } from '../disputes/dispute-operations.ts'
import { getTestCard, type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { attachToCustomer } from '../payment-methods/payment-method-operations.ts'
import type { Decline } from '../payment-methods/test-cards.ts'
import type { Answer, Call } from '../wire/operation.ts'
import { feeFor } from './amounts.ts'
import { balanceTransactions, newBalanceTransaction } from './balance-transaction.ts'
import { type Charge, charges, newCharge } from './charge.ts'
import { declinedError, forgetAttempt } from './intent.ts'
import { type PaymentIntent, paymentIntents } from './payment-intent.ts'

interface Attempt {
  method: PaymentMethod
  decline: Decline | undefined
  isAuthenticated: boolean
}

/** Charges the payment method. Returns the paid intent, or a card error that contains the intent. */
export function attemptPayment(call: Call, intent: PaymentIntent, attempt: Attempt): Answer {
  return call.isBankSlow ? waitForBank(call, intent, attempt) : takeAnswer(call, intent, attempt)
}

function waitForBank(call: Call, intent: PaymentIntent, { method, isAuthenticated }: Attempt): PaymentIntent {
  forgetAttempt(call, intent, isAuthenticated)
  const waiting = call.objects.save<PaymentIntent>({
    ...intent,
    next_action: null,
    payment_method: method.id,
    processing: method.type === 'card' ? { type: 'card' } : null,
    status: 'processing',
  })
  call.announce('payment_intent.processing', waiting)
  return waiting
}

/** Makes the slow bank decide, according to the test card. */
export function settlePayment(call: Call, intent: PaymentIntent): void {
  const method = call.objects.get(paymentMethods, intent.payment_method ?? '')
  const { isAuthenticated } = call.objects.readNotes(paymentIntents, intent.id)
  takeAnswer(call, intent, { method, decline: getTestCard(call, method.id).decline, isAuthenticated })
}

function takeAnswer(call: Call, intent: PaymentIntent, attempt: Attempt): Answer {
  const { method, decline } = attempt
  forgetAttempt(call, intent)
  const charge = newCharge({ ...attempt, intent, now: call.now })
  if (!decline) return succeed(call, intent, attempt, charge)
  call.objects.add(charges, charge)
  call.announce('charge.failed', charge)
  return declinedError(
    call,
    { ...intent, latest_charge: charge.id },
    { ...decline, charge: charge.id, payment_method: method },
  )
}

function succeed(
  call: Call,
  intent: PaymentIntent,
  { method, isAuthenticated }: Attempt,
  charge: Charge,
): PaymentIntent {
  const { id, amount, currency, description, created } = charge
  const fee = { amount: feeFor(amount, currency), description: 'Processing fees' }
  const movement = newBalanceTransaction({ type: 'charge', source: id, amount, currency, description, fee }, created)
  const paidCharge = { ...charge, balance_transaction: movement.id }
  call.objects.add(charges, paidCharge)
  call.objects.add(balanceTransactions, movement)
  const paid = call.objects.save<PaymentIntent>({
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    processing: null,
    status: 'succeeded',
  })
  keepPaymentMethod(call, paid, method, isAuthenticated)
  call.announce('charge.succeeded', paidCharge)
  call.announce('payment_intent.succeeded', paid)
  disputeAtOnce(call, paidCharge, method)
  return paid
}

function keepPaymentMethod(call: Call, intent: PaymentIntent, method: PaymentMethod, isAuthenticated: boolean): void {
  if (intent.customer && intent.setup_future_usage) {
    attachToCustomer(call, method, intent.customer)
    if (isAuthenticated && intent.setup_future_usage === 'off_session') {
      call.objects.note(paymentMethods, method.id, { setUp: true })
    }
    return
  }
  if (!method.customer) call.objects.note(paymentMethods, method.id, { usedUp: true })
}
