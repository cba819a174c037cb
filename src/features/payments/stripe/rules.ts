import type { MarketId, Package } from '#features/catalogue/contract.ts'
import type { SubscriptionStatus } from '#features/purchases/contract.ts'

/**
 * Payment methods for a market. PayPal is offered only in the basic checkout, and not for subscriptions (PRODUCT D3).
 */
export function listPaymentMethods(market: MarketId, billing: Package['billing']): ('card' | 'paypal')[] {
  return market === 'international' && billing === 'once' ? ['card', 'paypal'] : ['card']
}

/** The parts of a Stripe payment that we use. Amounts are in minor units. */
export type ProviderPayment = {
  id: string
  status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  amount: number
  amountReceived: number
  /** Open and waiting for 3-D Secure: the payer may be responding to the bank right now. */
  isAtBank: boolean
  /** Open because the payer failed or cancelled the last 3-D Secure check. */
  isUnconfirmed: boolean
  currency: string
  purchaseId: string | undefined
  /** `hasRefundOrDispute` is true even if only part was refunded or disputed. */
  charge: { id: string; createdAt: Date; hasRefundOrDispute: boolean } | undefined
}

/** A card that Stripe keeps for a customer. */
export type ProviderCard = {
  id: string
  brand: string
  last4: string
  expiryMonth: number
  expiryYear: number
  /** The same for every copy of one card; null if Stripe does not say. */
  fingerprint: string | null
  /** True if the member has agreed to be offered this card again. */
  isOffered: boolean
}

/** A refund at Stripe. */
export type ProviderRefund = {
  id: string
  /** Our refund id, if we requested it. */
  requestId: string | undefined
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  failureReason: string | null
  createdAt: Date
}

/** A dispute or inquiry at Stripe. */
export type ProviderDispute = {
  id: string
  amount: number
  reason: string
  /** 'inquiry': the bank requests information, and no money moves. */
  status: 'inquiry' | 'open' | 'won' | 'lost'
  createdAt: Date
}

export type RefundsAndDisputes = { refunds: ProviderRefund[]; disputes: ProviderDispute[] }

/** The parts of a Stripe invoice that we use. Amounts are in minor units. */
export type ProviderInvoice = {
  id: string
  status: 'draft' | 'open' | 'paid' | 'void'
  /** The invoice that started the subscription. */
  isFirst: boolean
  amount: number
  amountPaid: number
  currency: string
  period: { startsAt: Date; endsAt: Date }
  attempts: number
  /** When Stripe next tries to collect automatically. */
  nextAttemptAt: Date | null
  paymentIntentId: string | null
  createdAt: Date
}

/** The parts of a Stripe subscription that we use. */
export type ProviderSubscription = {
  id: string
  /** Our id, from Stripe's metadata. */
  subscriptionId: string | undefined
  customerId: string
  status: SubscriptionStatus
  /** When Stripe started the subscription, before the first payment. Its periods are counted from then. */
  startedAt: Date
  cancelsAtPeriodEnd: boolean
  periodEndsAt: Date
  endedAt: Date | null
  /** True if the subscription ended because it was not paid. */
  isUnpaidForGood: boolean
  card: { brand: string; last4: string } | null
  /** Stripe's id for the card that is charged each month. */
  cardId: string | null
  /** Oldest first. */
  invoices: ProviderInvoice[]
}
