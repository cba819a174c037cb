import { z } from 'zod'
import { requireNotDisputed } from '../disputes/require-not-disputed.ts'
import { previousAttributes } from '../events/previous-attributes.ts'
import { paymentMethods } from '../payment-methods/payment-method.ts'
import { getCard } from '../payment-methods/test-cards.ts'
import { balanceTransactions, newBalanceTransaction } from '../payments/balance-transaction.ts'
import { type Charge, charges, withRefunded } from '../payments/charge.ts'
import { paymentIntents } from '../payments/payment-intent.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Call, operation } from '../wire/operation.ts'
import { integer, metadata, text } from '../wire/parameter-types.ts'
import { newRefund, type Refund, type RefundNotes, refunds } from './refund.ts'

const parameters = z.strictObject({
  amount: integer.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

type Given = z.output<typeof parameters>

export const createRefund = operation({
  name: 'Refund.create',
  method: 'POST',
  path: '/v1/refunds',
  parameters,
  run(call, given) {
    const charge = findCharge(call, given)
    requireRefundable(call, charge)
    const amount = given.amount ?? charge.amount - charge.amount_refunded
    requireWithinRemainder(charge, amount)
    return giveBack(call, charge, amount, given)
  },
})

function findCharge(call: Call, given: Given): Charge {
  const charge = given.charge ? call.objects.getReferenced(charges, given.charge, 'charge') : undefined
  if (!given.payment_intent) return charge ?? refuseWithoutPayment()
  const intent = call.objects.getReferenced(paymentIntents, given.payment_intent, 'payment_intent')
  if (charge && charge.payment_intent !== intent.id) {
    throw invalidRequest(`Charge ${charge.id} does not belong to PaymentIntent ${intent.id}.`, { param: 'charge' })
  }
  if (charge) return charge
  if (intent.status === 'succeeded' && intent.latest_charge) return call.objects.get(charges, intent.latest_charge)
  throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  })
}

function refuseWithoutPayment(): never {
  throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
}

function requireRefundable(call: Call, charge: Charge): void {
  if (charge.status !== 'succeeded') {
    throw invalidRequest(`Charge ${charge.id} was not successful, so it cannot be refunded.`, {
      code: 'charge_not_refundable',
      param: 'charge',
    })
  }
  if (charge.disputed) requireNotDisputed(call, charge)
  if (!charge.refunded) return
  throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
}

function requireWithinRemainder(charge: Charge, amount: number): void {
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  const remainder = charge.amount - charge.amount_refunded
  if (amount <= remainder) return
  const money = (value: number) => `${(value / 100).toFixed(2)} ${charge.currency}`
  const bound = charge.amount_refunded ? 'unrefunded amount on charge' : 'charge amount'
  throw invalidRequest(`Refund amount (${money(amount)}) is greater than ${bound} (${money(remainder)})`, {
    param: 'amount',
  })
}

/** The money leaves the account at once; when it arrives, and whether, is the bank's affair. */
function giveBack(call: Call, charge: Charge, amount: number, { reason, metadata }: Given): Refund {
  const { refund: behaviour } = getCard(call.objects.notesOf(paymentMethods, charge.payment_method).card)
  const isPending = behaviour === 'arrives-later'
  const made = newRefund({ charge, amount, reason: reason ?? null, metadata: metadata ?? {}, isPending, now: call.now })
  const movement = newBalanceTransaction({
    type: 'refund',
    reportingCategory: 'refund',
    source: made.id,
    amount: -amount,
    currency: charge.currency,
    created: call.now,
    description: 'REFUND FOR CHARGE',
  })
  call.objects.add(balanceTransactions, movement)
  const refund = call.objects.add(refunds, { ...made, balance_transaction: movement.id }, notesFor(behaviour))
  call.announce('refund.created', refund)
  const after = call.objects.save(withRefunded(charge, charge.amount_refunded + amount))
  call.announce('charge.refunded', after, previousAttributes(charge, after))
  return refund
}

function notesFor(behaviour: ReturnType<typeof getCard>['refund']): RefundNotes {
  if (!behaviour) return { bankAnswer: null }
  return { bankAnswer: behaviour === 'arrives-later' ? 'succeeded' : 'failed' }
}
