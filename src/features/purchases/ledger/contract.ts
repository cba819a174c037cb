import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'

/** An entry in a package's ledger, which is append-only (PRODUCT D22). */
export const Entry = z.object({
  id: z.uuid(),
  /** A session counts as `booked` until it ends, then as `held`. */
  kind: z.enum(['grant', 'booked', 'held', 'delivered', 'correction', 'return', 'forfeit', 'extension', 'expiry']),
  /** The session type or deliverable. */
  title: z.string(),
  /** The number of sessions or items added or removed; null means unlimited. */
  quantity: z.int().nullable(),
  occurredAt: z.iso.datetime(),
  reason: z.string().nullable(),
  /** For an extension, the new end. */
  extendsUntil: z.iso.datetime().nullable(),
})
export type Entry = z.infer<typeof Entry>

export const listEntries = endpoint('GET /api/entitlements/:entitlementId/entries', {
  summary: 'List the ledger entries of the member’s package, newest first',
  access: 'member',
  params: z.strictObject({ entitlementId: z.uuid() }),
  query: PageQuery,
  response: pageOf(Entry),
  refusals: { 'package-not-found': { status: 404, message: 'We couldn’t find this package.' } },
})

/** The package that a purchase granted, for staff. */
export const BoughtPackage = z.object({
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** The end of the package as purchased, if it was extended later; otherwise null. */
  extendedFrom: z.iso.datetime().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  entries: z.array(Entry),
})
export type BoughtPackage = z.infer<typeof BoughtPackage>
