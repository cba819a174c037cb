import type { Generated } from 'kysely'
import type { MarketId } from '#features/catalogue/contract.ts'
import type { BuyerKind, PaymentMode, PurchaseStatus, SubscriptionStatus } from '../contract.ts'
import type { DocumentContent, DocumentKind } from './describe-invoice.ts'

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
      payment_mode: PaymentMode
      payment_intent_id: string | null
      reference: string | null
      created_at: Date
      completed_at: Date | null
      buyer_kind: BuyerKind
      company_name: string | null
      vat_number: string | null
      billing_address: string[] | null
      billing_country: string | null
      subscription_id: string | null
      provider_invoice_id: string | null
      upgrades_purchase_id: string | null
      upgrade_credit: number | null
      refunded: Generated<number>
      buyer_is_under_18: boolean | null
      guardian_confirmed_at: Date | null
      is_processing: Generated<boolean>
    }
    subscription: {
      id: Generated<string>
      member_id: string
      package_id: string
      package_version: number
      market: MarketId
      currency: 'GBP' | 'USD'
      net: number
      tax_rate_basis_points: number
      tax_label: string
      tax: number
      total: number
      payment_mode: PaymentMode
      provider_id: string | null
      status: SubscriptionStatus
      cancels_at_period_end: Generated<boolean>
      period_ends_at: Date | null
      delayed_days: number
      past_due_since: Date | null
      card_brand: string | null
      card_last4: string | null
      created_at: Date
      ended_at: Date | null
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
      bought_until: Generated<Date | null>
      cancelled_at: Date | null
      /** It has ended, and what was left of its sessions has expired. */
      is_settled: Generated<boolean>
      items_planned_at: Generated<Date | null>
    }
    entitlement_entry: {
      id: Generated<string>
      entitlement_id: string
      line_key: string
      kind: 'grant' | 'use' | 'return' | 'forfeit' | 'extension' | 'expiry'
      quantity: number | null
      occurred_at: Date
      reason: string | null
      cause_id: Generated<string | null>
      extends_until: Generated<Date | null>
    }
    reserved_session: {
      cause_id: string
      entitlement_id: string
      starts_at: Date
    }
    document_series: {
      series: string
      last_number: number
    }
    document: {
      series: string
      number: number
      reference: string
      kind: DocumentKind
      purchase_id: string
      refund_id: string | null
      dispute_id: string | null
      issued_at: Date
      content: DocumentContent
    }
    exchange_rate: {
      currency: 'USD'
      valid_from: string
      units_per_pound: string
      source: string
    }
  }
}
