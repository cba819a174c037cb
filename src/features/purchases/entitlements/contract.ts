import { z } from 'zod'
import { PackageLine, Price, ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { SubscriptionStatus } from '../contract.ts'

/** Calculated from the dates, the purchase and the subscription; never stored (PRODUCT D11). */
export const PackageState = z.enum(['scheduled', 'active', 'past_due', 'suspended', 'expired', 'cancelled'])
export type PackageState = z.infer<typeof PackageState>

export const OwnedPackage = z.object({
  id: z.uuid(),
  purchaseId: z.uuid().nullable(),
  /** The purchase reference, from which the invoice number is derived. */
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
  /**
   * True if sessions can be booked: the package is paid for, has started, has not ended or been cancelled, and is not
   * on hold.
   */
  isUsable: z.boolean(),
  /**
   * Explains what the member can use if sessions cannot be booked; null if they can, or if the package is cancelled.
   */
  notice: z.string().nullable(),
  /** The subscription behind a monthly package. This package is its current or latest month. */
  subscription: z
    .object({
      id: z.uuid(),
      status: SubscriptionStatus,
      /** The agreed monthly price. */
      price: Price,
      renewsAt: z.iso.datetime().nullable(),
      cancelsAtPeriodEnd: z.boolean(),
      endedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type OwnedPackage = z.infer<typeof OwnedPackage>

/** A package line with the number promised and the number left, from the ledger (PRODUCT D22). */
export const OwnedLine = PackageLine.pick({ key: true, kind: true, title: true, minutes: true, unit: true }).extend({
  /** Null means unlimited. */
  granted: z.int().nullable(),
  left: z.int().nullable(),
})
export type OwnedLine = z.infer<typeof OwnedLine>

export const getOwnedPackage = endpoint('GET /api/entitlements/:entitlementId', {
  summary: 'Get one of the member’s packages with its remaining quantities',
  access: 'member',
  params: z.strictObject({ entitlementId: z.uuid() }),
  response: OwnedPackage.extend({
    lines: z.array(OwnedLine),
    /** The text to accept for "Start now"; null if the package cannot be started now (PRODUCT D19). */
    startTerms: z.object({ version: z.string(), acknowledgement: z.string() }).nullable(),
  }),
  refusals: { 'package-not-found': { status: 404, message: 'We couldn’t find this package.' } },
})

export const listOwnedPackages = endpoint('GET /api/entitlements', {
  summary: 'List the member’s packages, including past ones, newest first',
  access: 'member',
  query: PageQuery,
  response: pageOf(OwnedPackage),
})
