import { z } from 'zod'
import { MarketId } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'

/** PRODUCT D11. Only `completed` is shown as success; all other statuses are shown as a warning. */
export const PurchaseStatus = z.enum([
  'pending',
  'completed',
  'partially_refunded',
  'refunded',
  'disputed',
  'failed',
  'cancelled',
])
export type PurchaseStatus = z.infer<typeof PurchaseStatus>

/** A consumer has 14 days to withdraw; a business has only the rights in its contract (PRODUCT D19). */
export const BuyerKind = z.enum(['consumer', 'business'])
export type BuyerKind = z.infer<typeof BuyerKind>

/** A consumer's choice of start: today, or after the withdrawal period (PRODUCT D19). */
export const StartChoice = z.enum(['today', 'later'])
export type StartChoice = z.infer<typeof StartChoice>

/** Stripe's status of a subscription. `incomplete`: the first payment has not arrived. */
export const SubscriptionStatus = z.enum(['incomplete', 'active', 'past_due', 'unpaid', 'ended'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

/** Distinguishes payments in the sandbox from those at Stripe. */
export type PaymentMode = 'sandbox' | 'stripe'

export const Purchase = z.object({
  /** Used in web addresses. People see the reference instead. */
  id: z.uuid(),
  /** For example "fw-2026-000042". Assigned when the payment completes (PRODUCT D12). */
  reference: z.string().nullable(),
  packageId: z.string(),
  packageTitle: z.string(),
  purchaseDate: z.iso.datetime(),
  status: PurchaseStatus,
  market: MarketId,
  currency: Currency,
  net: MinorUnits,
  taxRateBasisPoints: z.int(),
  taxLabel: z.string(),
  tax: MinorUnits,
  total: MinorUnits,
  /** What a discount code took off before tax: `net` plus this amount is the list price. */
  discount: z.object({ code: z.string(), amount: MinorUnits }).nullable(),
  /** Includes refunds that are on their way. */
  refunded: MinorUnits,
  /** Not paid yet, but the bank is processing the payment: the member can only wait (PRODUCT D11). */
  isProcessing: z.boolean(),
  /** Set if the purchase replaced another package; `credit` is that package's refund. */
  upgrade: z.object({ credit: MinorUnits, currency: Currency }).nullable(),
  /** Each paid period of a subscription is a separate purchase (PRODUCT D11). */
  subscriptionId: z.uuid().nullable(),
  /** The package granted by the purchase, with start and end; null until paid. */
  entitlementId: z.uuid().nullable(),
  startsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  /** True if the package has not started yet, by the server's clock. */
  startsLater: z.boolean(),
})
export type Purchase = z.infer<typeof Purchase>

export const listPurchases = endpoint('GET /api/purchases', {
  summary: 'List the member’s purchases, newest first',
  access: 'member',
  query: PageQuery.extend({ status: PurchaseStatus.optional() }),
  response: pageOf(Purchase),
})

export const purchaseNotFound = { status: 404, message: 'We couldn’t find this purchase.' } as const

export const getPurchase = endpoint('GET /api/purchases/:purchaseId', {
  summary: 'Get one of the member’s purchases',
  access: 'member',
  params: z.strictObject({ purchaseId: z.uuid() }),
  response: Purchase,
  refusals: { 'purchase-not-found': purchaseNotFound },
})
