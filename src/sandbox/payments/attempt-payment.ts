import { disputeAtOnce } from '../disputes/open-dispute.ts'
import { attachToCustomer } from '../payment-methods/attach-payment-method.ts'
import type { Decline } from '../payment-methods/declines.ts'
import { type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { getCard } from '../payment-methods/test-cards.ts'
import { ApiError, documentationOf } from '../wire/api-error.ts'
import type { Answer, Call } from '../wire/operation.ts'
import { balanceTransactions, movementOfCharge } from './balance-transaction.ts'
import { type Charge, charges, newCharge } from './charge.ts'
import { type PaymentIntent, paymentIntents } from './payment-intent.ts'

interface Attempt {
  method: PaymentMethod
  decline: Decline | undefined
  isAuthenticated: boolean
}

/** Asks the bank for the money. The answer is the paid intent, or a card error that carries the intent. */
export function attemptPayment(call: Call, intent: PaymentIntent, attempt: Attempt): Answer {
  return call.isBankSlow ? waitForBank(call, intent, attempt) : takeAnswer(call, intent, attempt)
}

function waitForBank(call: Call, intent: PaymentIntent, { method, isAuthenticated }: Attempt): PaymentIntent {
  call.objects.note(paymentIntents, intent.id, { attempt: null, isAuthenticated })
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

/** The slow bank answers at last: as the card says. */
export function settlePayment(call: Call, intent: PaymentIntent): void {
  const method = call.objects.get(paymentMethods, intent.payment_method ?? '')
  const { decline } = getCard(call.objects.notesOf(paymentMethods, method.id).card)
  const { isAuthenticated } = call.objects.notesOf(paymentIntents, intent.id)
  takeAnswer(call, intent, { method, decline, isAuthenticated })
}

function takeAnswer(call: Call, intent: PaymentIntent, attempt: Attempt): Answer {
  call.objects.note(paymentIntents, intent.id, { attempt: null, isAuthenticated: false })
  const charge = newCharge({ ...attempt, intent, now: call.now })
  return attempt.decline
    ? fail(call, intent, attempt.method, attempt.decline, charge)
    : succeed(call, intent, attempt, charge)
}

function succeed(
  call: Call,
  intent: PaymentIntent,
  { method, isAuthenticated }: Attempt,
  charge: Charge,
): PaymentIntent {
  const movement = movementOfCharge(charge)
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

function fail(call: Call, intent: PaymentIntent, method: PaymentMethod, decline: Decline, charge: Charge): ApiError {
  call.objects.add(charges, charge)
  const error = { type: 'card_error' as const, ...decline, charge: charge.id, payment_method: method }
  const failed = call.objects.save<PaymentIntent>({
    ...intent,
    last_payment_error: { ...error, doc_url: documentationOf(decline.code) },
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    processing: null,
    status: 'requires_payment_method',
  })
  call.announce('charge.failed', charge)
  call.announce('payment_intent.payment_failed', failed)
  return new ApiError(402, { ...error, payment_intent: failed })
}
