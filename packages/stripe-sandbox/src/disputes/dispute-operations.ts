import { z } from 'zod'
import { previousAttributes } from '../events/event.ts'
import { getTestCard, type PaymentMethod } from '../payment-methods/payment-method.ts'
import { addBalanceTransaction } from '../payments/balance-transaction.ts'
import type { Charge } from '../payments/charge.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Call, listing, operation, retrieval } from '../wire/operation.ts'
import { changed, flag, metadata, omitUndefined, text } from '../wire/parameters.ts'
import { type Dispute, type DisputeStatus, disputes, evidence, isClosed, isInquiry, newDispute } from './dispute.ts'

/** In minor units. The provider keeps this fee even if the shop wins. */
const DISPUTE_FEE = { amount: 2000, description: 'Dispute fee' }

/** Opens a dispute immediately after the payment, for the test cards that do so. */
export function disputeAtOnce(call: Call, charge: Charge, method: PaymentMethod): void {
  const { brand, dispute: complaint } = getTestCard(call, method.id)
  if (!complaint) return
  const dispute = call.objects.add(disputes, newDispute({ charge, brand, complaint, now: call.now }))
  call.objects.save<Charge>({ ...charge, disputed: true })
  call.announce('charge.dispute.created', dispute)
  if (isInquiry(dispute)) return
  call.announce('charge.dispute.funds_withdrawn', moveDisputedMoney(call, dispute, 'withdrawn'))
}

export type Verdict = 'won' | 'lost'

/** Decides a dispute as the bank, even if the shop has not responded to it. */
export function decideDispute(call: Call, id: string, verdict: Verdict): Dispute {
  const dispute = call.objects.get(disputes, id)
  requireOpen(dispute)
  return conclude(call, dispute, verdict)
}

/** An inquiry closes without moving money, because the bank never took any. */
function conclude(call: Call, dispute: Dispute, verdict: Verdict): Dispute {
  if (isInquiry(dispute)) return close(call, dispute, 'warning_closed')
  if (verdict === 'lost') return close(call, dispute, 'lost')
  const repaid = moveDisputedMoney(call, dispute, 'reinstated')
  const won = close(call, { ...repaid, is_charge_refundable: true }, 'won')
  call.announce('charge.dispute.funds_reinstated', won)
  return won
}

function close(call: Call, dispute: Dispute, status: DisputeStatus): Dispute {
  const closed = call.objects.save<Dispute>({ ...dispute, status })
  call.announce('charge.dispute.closed', closed, { status: dispute.status })
  return closed
}

function requireOpen(dispute: Dispute): void {
  if (!isClosed(dispute)) return
  throw invalidRequest('This dispute is already closed.')
}

/** The bank withdraws the money when a dispute opens, and reinstates it if the shop wins. */
function moveDisputedMoney(call: Call, dispute: Dispute, direction: 'withdrawn' | 'reinstated'): Dispute {
  const isWithdrawal = direction === 'withdrawn'
  const movement = addBalanceTransaction(call, {
    type: 'adjustment',
    reporting_category: isWithdrawal ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    amount: isWithdrawal ? -dispute.amount : dispute.amount,
    currency: dispute.currency,
    description: `Chargeback ${isWithdrawal ? 'withdrawal' : 'reversal'} for ${dispute.charge}`,
    ...(isWithdrawal ? { fee: DISPUTE_FEE } : {}),
  })
  const balance_transactions = [...dispute.balance_transactions, movement]
  return call.objects.save<Dispute>({ ...dispute, balance_transactions })
}

/** The bank has taken this money or may still take it, so a refund would pay the customer twice. */
export function requireNotDisputed(call: Call, charge: Charge): void {
  const dispute = call.objects.first(disputes, { charge: charge.id })
  if (!dispute || dispute.is_charge_refundable) return
  throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
}

const updateDispute = operation('Dispute.update', 'POST /v1/disputes/{id}', {
  parameters: z.strictObject({
    evidence: evidence.optional(),
    metadata: metadata.optional(),
    submit: flag.default(true),
  }),
  run(call, { evidence: texts, metadata, submit }, id) {
    const dispute = call.objects.get(disputes, id)
    const described = changed<Dispute>(dispute, { metadata })
    if (!texts) return saveAndAnnounce(call, dispute, described)
    requireOpen(dispute)
    const staged = withEvidence(described, { ...dispute.evidence, ...omitUndefined(texts) })
    if (!submit) return saveAndAnnounce(call, dispute, staged)
    const submitted = saveAndAnnounce(call, dispute, toSubmitted(staged))
    const verdict = verdicts[submitted.evidence.uncategorized_text ?? '']
    return verdict ? conclude(call, submitted, verdict) : submitted
  },
})

/** Accepts the dispute on behalf of the shop, which thereby loses it. */
const closeDispute = operation('Dispute.close', 'POST /v1/disputes/{id}/close', {
  run: (call, _parameters, id) => decideDispute(call, id, 'lost'),
})

export const disputeOperations = [
  retrieval('Dispute', '/v1/disputes', disputes),
  updateDispute,
  closeDispute,
  listing('Dispute', '/v1/disputes', disputes, { charge: text.optional(), payment_intent: text.optional() }),
]

/** Stripe's test mode decides a dispute when one of these texts is submitted as evidence. */
const verdicts: Record<string, Verdict> = { winning_evidence: 'won', losing_evidence: 'lost' }

function withEvidence(dispute: Dispute, evidence: Dispute['evidence']): Dispute {
  const has_evidence = Object.values(evidence).some((value) => typeof value === 'string')
  return { ...dispute, evidence, evidence_details: { ...dispute.evidence_details, has_evidence } }
}

function toSubmitted(dispute: Dispute): Dispute {
  const submission_count = dispute.evidence_details.submission_count + 1
  return {
    ...dispute,
    evidence_details: { ...dispute.evidence_details, submission_count, submission_method: 'manual' },
    status: isInquiry(dispute) ? 'warning_under_review' : 'under_review',
  }
}

function saveAndAnnounce(call: Call, before: Dispute, after: Dispute): Dispute {
  const saved = call.objects.save(after)
  call.announce('charge.dispute.updated', saved, previousAttributes(before, saved))
  return saved
}
