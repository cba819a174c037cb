import type { MarketId } from '#features/catalogue/contract.ts'
import type { Currency } from '#platform/shared/money.ts'
import type { BuyerKind, PaymentMode, PurchaseStatus, SubscriptionStatus } from '../contract.ts'
import type { DocumentContent, DocumentKind } from '../documents/server/document-content.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    purchase: {
      status: PurchaseStatus
      market: MarketId
      currency: Currency
      paymentMode: PaymentMode
      buyerKind: BuyerKind
    }
    subscription: {
      market: MarketId
      currency: Currency
      paymentMode: PaymentMode
      status: SubscriptionStatus
    }
    entitlement: {
      source: 'purchased' | 'granted'
    }
    entitlementEntry: {
      kind: 'grant' | 'use' | 'return' | 'forfeit' | 'extension' | 'expiry'
    }
    document: {
      kind: DocumentKind
      content: DocumentContent
    }
    exchangeRate: {
      currency: 'USD'
    }
  }
}
