import { z } from 'zod'
import { requireNotDisputed } from '../disputes/dispute-operations.ts'
import { previousAttributes } from '../events/event.ts'
import { getTestCard } from '../payment-methods/payment-method.ts'
import { addBalanceTransaction } from '../payments/balance-transaction.ts'
import { type Charge, charges, withRefunded } from '../payments/charge.ts'
import { paymentIntents } from '../payments/payment-intent.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { type Call, listing, operation, retrieval } from '../wire/operation.ts'
import { integer, metadata, type Paging, text } from '../wire/parameters.ts'

export interface Refund extends ReturnType<typeof newRefund> {
  /** The balance transaction that restored the money after the bank rejected the refund. */
  failure_balance_transaction?: string
  failure_reason?: string
}

interface RefundNotes {
  /** What the bank will decide, or `null` once it has decided. */
  bankAnswer: 'succeeded' | 'failed' | null
}

export const refunds = objectKind<Refund, RefundNotes>({
  object: 'refund',
  label: 'refund',
  expandable: [
    'balance_transaction',
    'charge',
    'customer',
    'failure_balance_transaction',
    'payment_intent',
    'payment_method',
  ],
})

const parameters = z.strictObject({
  amount: integer.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

type RefundRequest = z.output<typeof parameters>

const createRefund = operation('Refund.create', 'POST /v1/refunds', {
  parameters,
  run(call, refundRequest) {
    const charge = findCharge(call, refundRequest)
    requireRefundable(call, charge)
    const amount = refundRequest.amount ?? charge.amount - charge.amount_refunded
    requireWithinRemainder(charge, amount)
    return refund(call, charge, amount, refundRequest)
  },
})

export const refundOperations = [
  createRefund,
  retrieval('Refund', '/v1/refunds', refunds),
  listing('Refund', '/v1/refunds', refunds, { charge: text.optional(), payment_intent: text.optional() }),
]

function findCharge(call: Call, refundRequest: RefundRequest): Charge {
  const charge = refundRequest.charge ? call.objects.getReferenced(charges, refundRequest.charge, 'charge') : undefined
  if (!refundRequest.payment_intent) return charge ?? refuseWithoutPayment()
  const intent = call.objects.getReferenced(paymentIntents, refundRequest.payment_intent, 'payment_intent')
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

/** Takes the money from the balance immediately. The test card decides whether and when it arrives. */
function refund(call: Call, charge: Charge, amount: number, refundRequest: RefundRequest): Refund {
  const { refund: behaviour } = getTestCard(call, charge.payment_method)
  const unsaved = newRefund({ charge, amount, refundRequest, isPending: behaviour === 'arrives-later', now: call.now })
  const movement = addBalanceTransaction(call, {
    type: 'refund',
    source: unsaved.id,
    amount: -amount,
    currency: charge.currency,
    description: 'REFUND FOR CHARGE',
  })
  const saved = call.objects.add(refunds, { ...unsaved, balance_transaction: movement.id }, notesFor(behaviour))
  call.announce('refund.created', saved)
  const refundedCharge = call.objects.save(withRefunded(charge, charge.amount_refunded + amount))
  call.announce('charge.refunded', refundedCharge, previousAttributes(charge, refundedCharge))
  return saved
}

interface RefundFacts {
  charge: Charge
  amount: number
  refundRequest: RefundRequest
  isPending: boolean
  now: number
}

function newRefund({ charge, amount, refundRequest, isPending, now }: RefundFacts) {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null as string | null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: refundRequest.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(isPending ? { pending_reason: 'processing' } : {}),
    reason: refundRequest.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: (isPending ? 'pending' : 'succeeded') as 'pending' | 'succeeded' | 'failed',
    transfer_reversal: null,
  }
}

function notesFor(behaviour: ReturnType<typeof getTestCard>['refund']): RefundNotes {
  if (!behaviour) return { bankAnswer: null }
  return { bankAnswer: behaviour === 'arrives-later' ? 'succeeded' : 'failed' }
}

/** The bank decides a refund after this time, unless a test settles it earlier. */
const BANK_SECONDS = 60

/**
 * Makes the bank decide all open refunds.
 * @returns how many it decided
 */
export function settleRefunds(call: Call): number {
  return settle(call, {})
}

/** Decides only refunds older than `BANK_SECONDS`. Only their age matters, so a restart changes nothing. */
export function settleDueRefunds(call: Call): number {
  return settle(call, { lte: call.now - BANK_SECONDS })
}

function settle(call: Call, created: NonNullable<Paging['created']>): number {
  const open = call.objects.all(refunds, { created, noted: 'bankAnswer' })
  for (const refund of open) {
    const { bankAnswer } = call.objects.readNotes(refunds, refund.id)
    if (bankAnswer === 'failed') reverse(call, refund)
    else succeed(call, refund)
  }
  return open.length
}

function succeed(call: Call, { pending_reason: _over, ...refund }: Refund): void {
  call.objects.note(refunds, refund.id, { bankAnswer: null })
  const arrived = call.objects.save<Refund>({ ...refund, status: 'succeeded' })
  call.announce('refund.updated', arrived, { status: refund.status })
}

/** Fails a refund, which is possible even long after it succeeded. */
export function failRefund(call: Call, id: string): Refund {
  const refund = call.objects.get(refunds, id)
  if (refund.status === 'failed') throw invalidRequest(`Refund ${id} has failed already.`)
  return reverse(call, refund)
}

/** Puts the money back into the balance and reverses the refund on the charge. */
function reverse(call: Call, { pending_reason: _over, ...refund }: Refund): Refund {
  const charge = call.objects.get(charges, refund.charge)
  const movement = addBalanceTransaction(call, {
    type: 'refund_failure',
    source: refund.id,
    amount: refund.amount,
    currency: refund.currency,
    description: 'REFUND FAILURE',
  })
  call.objects.note(refunds, refund.id, { bankAnswer: null })
  call.objects.save(withRefunded(charge, charge.amount_refunded - refund.amount))
  const failed = call.objects.save<Refund>({
    ...refund,
    failure_balance_transaction: movement.id,
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  })
  call.announce('refund.updated', failed, { status: refund.status })
  call.announce('refund.failed', failed)
  return failed
}
