import { z } from 'zod'
import { MarketId, PackageLine, Price, ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'

/** PRODUCT D11. Only `completed` shows as success, anything else as warning. */
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

/** A consumer has 14 days to cancel, a business has what its contract says (PRODUCT D19). */
export const BuyerKind = z.enum(['consumer', 'business'])
export type BuyerKind = z.infer<typeof BuyerKind>

/** What the provider says of a subscription. `incomplete`: its first payment is not there yet. */
export const SubscriptionStatus = z.enum(['incomplete', 'active', 'past_due', 'unpaid', 'ended'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

/** Of the sandbox, or with the real provider. */
export type PaymentMode = 'sandbox' | 'stripe'

export const Purchase = z.object({
  /** For routes. People read the reference. */
  id: z.uuid(),
  /** "fw-2026-000042", given out when the payment completes (PRODUCT D12). */
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
  /** What was given back of the total, or is on its way back. */
  refunded: MinorUnits,
  /** Not paid yet, and the bank is at work: there is nothing to finish, only to wait (PRODUCT D11). */
  isProcessing: z.boolean(),
  /** It was bought in place of another package, of which so much goes back. */
  upgrade: z.object({ credit: MinorUnits, currency: Currency }).nullable(),
  /** Each paid period of a subscription is a purchase of its own (PRODUCT D11). */
  subscriptionId: z.uuid().nullable(),
  /** The package that it bought, and when that starts and ends: null until it is paid. */
  entitlementId: z.uuid().nullable(),
  startsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  /** It has not started by the clock of the server. */
  startsLater: z.boolean(),
})
export type Purchase = z.infer<typeof Purchase>

/** Computed from dates, purchase and subscription; never stored (PRODUCT D11). */
export const PackageState = z.enum(['scheduled', 'active', 'past_due', 'suspended', 'expired', 'cancelled'])
export type PackageState = z.infer<typeof PackageState>

export const OwnedPackage = z.object({
  id: z.uuid(),
  purchaseId: z.uuid().nullable(),
  /** Of its purchase: under this it has an invoice. */
  reference: z.string().nullable(),
  packageId: z.string(),
  title: z.string(),
  description: z.string(),
  serviceType: ServiceType,
  duration: z.string(),
  image: z.string(),
  state: PackageState,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** Of a monthly package, of which this is the month that runs, or ran last. */
  subscription: z
    .object({
      id: z.uuid(),
      status: SubscriptionStatus,
      /** What each month costs, as it was agreed. */
      price: Price,
      renewsAt: z.iso.datetime().nullable(),
      cancelsAtPeriodEnd: z.boolean(),
      endedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type OwnedPackage = z.infer<typeof OwnedPackage>

export const listPurchases = endpoint({
  method: 'GET',
  path: '/api/purchases',
  summary: 'The purchases of the member, newest first',
  access: 'member',
  query: PageQuery.extend({ status: PurchaseStatus.optional() }),
  response: pageOf(Purchase),
})

export const getPurchase = endpoint({
  method: 'GET',
  path: '/api/purchases/:purchaseId',
  summary: 'One purchase of the member',
  access: 'member',
  params: z.strictObject({ purchaseId: z.uuid() }),
  response: Purchase,
  refusals: { 'purchase-not-found': { status: 404, message: 'This purchase was not found.' } },
})

/** What the package promises, and what of it is left: the sum of its lines in the ledger (PRODUCT D22). */
export const OwnedLine = PackageLine.pick({ key: true, kind: true, title: true, minutes: true, unit: true }).extend({
  /** null: without limit. */
  granted: z.int().nullable(),
  left: z.int().nullable(),
})
export type OwnedLine = z.infer<typeof OwnedLine>

export const getOwnedPackage = endpoint({
  method: 'GET',
  path: '/api/entitlements/:entitlementId',
  summary: 'One package of the member with what is left of it',
  access: 'member',
  params: z.strictObject({ entitlementId: z.uuid() }),
  response: OwnedPackage.extend({ lines: z.array(OwnedLine) }),
  refusals: { 'package-not-found': { status: 404, message: 'This package was not found.' } },
})

export const listOwnedPackages = endpoint({
  method: 'GET',
  path: '/api/entitlements',
  summary: 'My Packages: what the member owns or owned, newest first',
  access: 'member',
  query: PageQuery,
  response: pageOf(OwnedPackage),
})
