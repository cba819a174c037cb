import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'

/** A line of a package's ledger, which is only ever added to (PRODUCT D22). */
export const Entry = z.object({
  id: z.uuid(),
  kind: z.enum(['grant', 'use', 'return', 'forfeit', 'extension', 'expiry']),
  /** What it is about: a session or a deliverable of the package. */
  title: z.string(),
  /** How much it adds or takes away; null: granted without limit. */
  quantity: z.int().nullable(),
  occurredAt: z.iso.datetime(),
  reason: z.string().nullable(),
  /** Of an extension: until when the package runs since. */
  extendsUntil: z.iso.datetime().nullable(),
})
export type Entry = z.infer<typeof Entry>

export const listEntries = endpoint({
  method: 'GET',
  path: '/api/entitlements/:entitlementId/entries',
  summary: 'What was granted, used, returned and extended of a package of the member, newest first',
  access: 'member',
  params: z.strictObject({ entitlementId: z.uuid() }),
  query: PageQuery,
  response: pageOf(Entry),
  refusals: { 'package-not-found': { status: 404, message: 'This package was not found.' } },
})
