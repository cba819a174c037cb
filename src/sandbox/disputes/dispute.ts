import type { TestCard } from '../payment-methods/test-cards.ts'
import type { BalanceTransaction } from '../payments/balance-transaction.ts'
import type { Charge } from '../payments/charge.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { type Evidence, noEvidence } from './evidence.ts'

/** The `warning_` states are those of an inquiry: the bank asks, and no money moves. */
export type DisputeStatus =
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  balance_transactions: BalanceTransaction[]
  charge: string
  created: number
  currency: string
  enhanced_eligibility_types: never[]
  evidence: Evidence
  evidence_details: {
    due_by: number | null
    enhanced_eligibility: Record<string, never>
    has_evidence: boolean
    past_due: false
    submission_count: number
    submission_method: 'manual' | 'not_submitted'
  }
  intended_submission_method: null
  is_charge_refundable: boolean
  livemode: false
  metadata: Record<string, string>
  network_reason_code: string
  payment_intent: string
  payment_method_details: {
    card: { brand: string; case_type: 'chargeback' | 'inquiry'; network: string; network_reason_code: string }
    type: 'card'
  }
  reason: string
  status: DisputeStatus
}

export const disputes = objectKind<Dispute>({
  object: 'dispute',
  label: 'dispute',
  expandable: ['charge', 'payment_intent'],
})

const DAYS_TO_ANSWER = 9
const DAY_SECONDS = 24 * 60 * 60

const complaints = {
  fraudulent: { reason: 'fraudulent', code: '10.4' },
  product_not_received: { reason: 'product_not_received', code: '13.1' },
  inquiry: { reason: 'general', code: '10.4' },
} as const

interface Facts {
  charge: Charge
  brand: TestCard['brand']
  complaint: NonNullable<TestCard['dispute']>
  now: number
}

export function newDispute({ charge, brand, complaint, now }: Facts): Dispute {
  const isInquiry = complaint === 'inquiry'
  const { reason, code } = complaints[complaint]
  return {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: now + DAYS_TO_ANSWER * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: code,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: isInquiry ? 'inquiry' : 'chargeback', network: brand, network_reason_code: code },
      type: 'card',
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
}

export function isInquiry({ status }: Dispute): boolean {
  return status.startsWith('warning_')
}

const finalStatuses: readonly DisputeStatus[] = ['won', 'lost', 'warning_closed']

export function isClosed({ status }: Dispute): boolean {
  return finalStatuses.includes(status)
}
