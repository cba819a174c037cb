import type { Generated } from 'kysely'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    payment_customer: {
      member_id: string
      payment_mode: 'sandbox' | 'stripe'
      provider_id: string
    }
    payment_entry: {
      kind: 'charge' | 'refund'
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
      received_at: Date
      handled_at: Date | null
    }
    payment_anomaly: {
      id: Generated<string>
      kind: string
      subject: string
      detail: unknown
      found_at: Date
    }
  }
}
