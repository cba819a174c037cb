import { z } from 'zod'
import { MarketId, ServiceType } from '#features/catalogue/contract.ts'
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
  /** When what was bought starts and ends: null until it is paid. */
  startsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
})
export type Purchase = z.infer<typeof Purchase>

/** Computed from dates, purchase and subscription; never stored (PRODUCT D11). */
export const PackageState = z.enum(['scheduled', 'active', 'past_due', 'suspended', 'expired', 'cancelled'])
export type PackageState = z.infer<typeof PackageState>

export const OwnedPackage = z.object({
  id: z.uuid(),
  purchaseId: z.uuid().nullable(),
  packageId: z.string(),
  title: z.string(),
  description: z.string(),
  serviceType: ServiceType,
  duration: z.string(),
  image: z.string(),
  state: PackageState,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
})
export type OwnedPackage = z.infer<typeof OwnedPackage>

export const listPurchases = endpoint({
  method: 'GET',
  path: '/api/purchases',
  summary: 'The purchases of the member, newest first',
  access: 'member',
  query: PageQuery,
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

export const listOwnedPackages = endpoint({
  method: 'GET',
  path: '/api/entitlements',
  summary: 'My Packages: what the member owns or owned, newest first',
  access: 'member',
  query: PageQuery,
  response: pageOf(OwnedPackage),
})
