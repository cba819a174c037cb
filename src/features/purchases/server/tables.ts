import type { Generated } from 'kysely'
import type { MarketId } from '#features/catalogue/contract.ts'
import type { PurchaseStatus } from '../contract.ts'
import type { InvoiceContent } from './describe-invoice.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    purchase: {
      id: Generated<string>
      member_id: string
      package_id: string
      package_version: number
      status: PurchaseStatus
      market: MarketId
      currency: 'GBP' | 'USD'
      net: number
      tax_rate_basis_points: number
      tax_label: string
      tax: number
      total: number
      consent_version: string
      consent_start_now: boolean
      consent_acknowledge_loss: boolean
      consent_at: Date
      payment_mode: 'sandbox' | 'stripe'
      payment_intent_id: string | null
      reference: string | null
      created_at: Date
      completed_at: Date | null
    }
    entitlement: {
      id: Generated<string>
      member_id: string
      package_id: string
      package_version: number
      source: 'purchased' | 'granted'
      purchase_id: string | null
      starts_at: Date
      ends_at: Date
      cancelled_at: Date | null
    }
    document_series: {
      series: string
      last_number: number
    }
    document: {
      series: string
      number: number
      reference: string
      kind: 'invoice' | 'credit_note'
      purchase_id: string
      issued_at: Date
      content: InvoiceContent
    }
  }
}
