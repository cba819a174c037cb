import type { Charge } from '../payments/charge.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'

type RefundReason = 'duplicate' | 'fraudulent' | 'requested_by_customer'

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  balance_transaction: string | null
  charge: string
  created: number
  currency: string
  customer: string | null
  customer_account: null
  /** The money that came back, once the bank has sent the refund back. */
  failure_balance_transaction?: string
  failure_reason?: string
  metadata: Record<string, string>
  payment_intent: string
  payment_method: string
  pending_reason?: 'processing'
  reason: RefundReason | null
  receipt_number: null
  source_transfer_reversal: null
  status: 'pending' | 'succeeded' | 'failed'
  transfer_reversal: null
}

export interface RefundNotes {
  /** What the bank will answer; `null` when it has. */
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

interface Facts {
  charge: Charge
  amount: number
  reason: RefundReason | null
  metadata: Record<string, string>
  isPending: boolean
  now: number
}

export function newRefund({ charge, amount, reason, metadata, isPending, now }: Facts): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(isPending ? { pending_reason: 'processing' } : {}),
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
}
