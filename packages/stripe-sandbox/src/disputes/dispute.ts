import { z } from 'zod'
import type { TestCard } from '../payment-methods/test-cards.ts'
import type { BalanceTransaction } from '../payments/balance-transaction.ts'
import type { Charge } from '../payments/charge.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { clearable, text } from '../wire/parameters.ts'

/** The states that start with `warning_` belong to an inquiry, in which no money moves. */
export type DisputeStatus =
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'

export type Dispute = ReturnType<typeof newDispute>

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

export function newDispute({ charge, brand, complaint, now }: Facts) {
  const isInquiry = complaint === 'inquiry'
  const { reason, code } = complaints[complaint]
  return {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [] as BalanceTransaction[],
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
    status: (isInquiry ? 'warning_needs_response' : 'needs_response') as DisputeStatus,
  }
}

export function isInquiry({ status }: Dispute): boolean {
  return status.startsWith('warning_')
}

const finalStatuses: readonly DisputeStatus[] = ['won', 'lost', 'warning_closed']

export function isClosed({ status }: Dispute): boolean {
  return finalStatuses.includes(status)
}

/** The shop's evidence. Files and network-specific evidence are not supported. */
export const evidence = z.strictObject({
  access_activity_log: clearable(text).optional(),
  billing_address: clearable(text).optional(),
  cancellation_policy_disclosure: clearable(text).optional(),
  cancellation_rebuttal: clearable(text).optional(),
  customer_email_address: clearable(text).optional(),
  customer_name: clearable(text).optional(),
  customer_purchase_ip: clearable(text).optional(),
  duplicate_charge_explanation: clearable(text).optional(),
  duplicate_charge_id: clearable(text).optional(),
  product_description: clearable(text).optional(),
  refund_policy_disclosure: clearable(text).optional(),
  refund_refusal_explanation: clearable(text).optional(),
  service_date: clearable(text).optional(),
  shipping_address: clearable(text).optional(),
  shipping_carrier: clearable(text).optional(),
  shipping_date: clearable(text).optional(),
  shipping_tracking_number: clearable(text).optional(),
  uncategorized_text: clearable(text).optional(),
})

type EvidenceGiven = z.output<typeof evidence>

type EvidenceText = Record<keyof EvidenceGiven, string | null>

function noEvidence() {
  const names = Object.keys(evidence.shape) as (keyof EvidenceGiven)[]
  const texts = Object.fromEntries(names.map((name) => [name, null])) as EvidenceText
  return { ...texts, ...noFiles, enhanced_evidence: {} }
}

const noFiles = {
  cancellation_policy: null,
  customer_communication: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  receipt: null,
  refund_policy: null,
  service_documentation: null,
  shipping_documentation: null,
  uncategorized_file: null,
}
