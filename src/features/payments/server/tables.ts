import type { Generated } from 'kysely'
import type { MarketId } from '#features/catalogue/contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    payment_customer: {
      member_id: string
      payment_mode: 'sandbox' | 'stripe'
      provider_id: string
    }
    payment_entry: {
      kind: 'charge' | 'refund' | 'refund_reversal' | 'dispute' | 'dispute_reversal'
      provider_id: string
      purchase_id: string
      amount: number
      currency: 'GBP' | 'USD'
      occurred_at: Date
    }
    stripe_event: {
      id: string
      type: string
      payment_intent_id: string | null
      provider_subscription_id: string | null
      created_at: Date | null
      received_at: Date
      handled_at: Date | null
      failures: Generated<number>
    }
    payment_anomaly: {
      id: Generated<string>
      kind: string
      subject: string
      detail: unknown
      found_at: Date
      resolved_at: Date | null
      resolution: string | null
      resolved_by: string | null
    }
    refund: {
      id: Generated<string>
      purchase_id: string
      kind: 'withdrawal' | 'upgrade' | 'staff' | 'provider'
      reason: string
      amount: number
      currency: 'GBP' | 'USD'
      status: 'requested' | 'pending' | 'succeeded' | 'failed'
      provider_id: string | null
      failure_reason: string | null
      ends_access: boolean
      requested_by: string | null
      requested_at: Date
      settled_at: Date | null
    }
    dispute: {
      provider_id: string
      purchase_id: string
      amount: number
      currency: 'GBP' | 'USD'
      reason: string
      status: 'open' | 'won' | 'lost'
      opened_at: Date
      closed_at: Date | null
    }
    payment_cursor: {
      payment_mode: 'sandbox' | 'stripe'
      events_until: Date
      reconciled_at: Generated<Date | null>
    }
    payment_origin: {
      purchase_id: string
      address_key: string
      noted_at: Date
    }
    payment_reconciliation: {
      payment_mode: 'sandbox' | 'stripe'
      holder: string
      held_until: Date
    }
    guardian_confirmation: {
      id: Generated<string>
      member_id: string
      package_id: string
      package_version: number
      market: MarketId
      currency: 'GBP' | 'USD'
      tax: number
      total: number
      guardian_email: string
      token_hash: string
      requested_at: Date
      expires_at: Date
      confirmed_at: Date | null
      refused_at: Date | null
    }
  }
}
