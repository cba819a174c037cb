import { balanceTransactions, newBalanceTransaction } from '../payments/balance-transaction.ts'
import { charges, withRefunded } from '../payments/charge.ts'
import { invalidRequest } from '../wire/api-error.ts'
import type { Call } from '../wire/operation.ts'
import type { Paging } from '../wire/parameter-types.ts'
import { type Refund, refunds } from './refund.ts'

/** How long the bank thinks about a refund when nobody tells it to hurry. */
const BANK_SECONDS = 60

const MANY = 1000

/** The bank answers for every refund that it has still to answer for; how many there were. */
export function settleRefunds(call: Call): number {
  return settle(call, {})
}

/** The same for refunds that have waited long enough. It is decided by their age, so a restart changes nothing. */
export function settleDueRefunds(call: Call): number {
  return settle(call, { lte: call.now - BANK_SECONDS })
}

function settle(call: Call, created: NonNullable<Paging['created']>): number {
  const { data } = call.objects.list(refunds, { limit: MANY, created, noted: 'bankAnswer' })
  for (const refund of data) {
    const { bankAnswer } = call.objects.notesOf(refunds, refund.id)
    if (bankAnswer === 'failed') sendBack(call, refund)
    else arrive(call, refund)
  }
  return data.length
}

function arrive(call: Call, { pending_reason: _over, ...refund }: Refund): void {
  call.objects.note(refunds, refund.id, { bankAnswer: null })
  const arrived = call.objects.save<Refund>({ ...refund, status: 'succeeded' })
  call.announce('refund.updated', arrived, { status: refund.status })
}

/** Any refund can come back, however long ago it seemed to arrive. */
export function failRefund(call: Call, id: string): Refund {
  const refund = call.objects.get(refunds, id)
  if (refund.status === 'failed') throw invalidRequest(`Refund ${id} has failed already.`)
  return sendBack(call, refund)
}

/** The money is in the account again, and the charge is as if this refund had never been. */
function sendBack(call: Call, { pending_reason: _over, ...refund }: Refund): Refund {
  const charge = call.objects.get(charges, refund.charge)
  const movement = newBalanceTransaction({
    type: 'refund_failure',
    reportingCategory: 'refund_failure',
    source: refund.id,
    amount: refund.amount,
    currency: refund.currency,
    created: call.now,
    description: 'REFUND FAILURE',
  })
  call.objects.add(balanceTransactions, movement)
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
