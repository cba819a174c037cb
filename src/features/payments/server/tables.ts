import type { MarketId } from '#features/catalogue/contract.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Currency } from '#platform/shared/money.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    paymentCustomer: {
      memberId: MemberId
      paymentMode: PaymentMode
    }
    paymentEntry: {
      kind: 'charge' | 'refund' | 'refund_reversal' | 'dispute' | 'dispute_reversal'
      currency: Currency
    }
    refund: {
      kind: 'withdrawal' | 'upgrade' | 'staff' | 'provider'
      currency: Currency
      status: 'requested' | 'pending' | 'succeeded' | 'failed'
    }
    dispute: {
      currency: Currency
      status: 'open' | 'won' | 'lost'
    }
    paymentCursor: {
      paymentMode: PaymentMode
    }
    paymentReconciliation: {
      paymentMode: PaymentMode
    }
    guardianConfirmation: {
      market: MarketId
      currency: Currency
    }
  }
}
