import type { MarketId } from '#features/catalogue/contract.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Currency, MinorUnits } from '#platform/shared/money.ts'
import type { BuyerKind, PaymentMode, PurchaseStatus, SubscriptionStatus } from '../contract.ts'
import type { DocumentContent, DocumentKind } from '../documents/server/document-content.ts'

type Amounts = { net: MinorUnits; tax: MinorUnits; total: MinorUnits }

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    purchase: Amounts & {
      discount: MinorUnits
      memberId: MemberId
      status: PurchaseStatus
      market: MarketId
      currency: Currency
      paymentMode: PaymentMode
      buyerKind: BuyerKind
    }
    subscription: Amounts & {
      discount: MinorUnits
      memberId: MemberId
      market: MarketId
      currency: Currency
      paymentMode: PaymentMode
      status: SubscriptionStatus
    }
    entitlement: {
      memberId: MemberId
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
