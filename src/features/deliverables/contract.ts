import { z } from 'zod'
import { LargeFileResponse } from '#platform/shared/file-response.ts'
import { text } from '#platform/shared/text.ts'
import { StoredFile } from '#platform/shared/upload-rules.ts'

/** `closed`: the package was cancelled or refunded, or its payment is disputed. Never stored (PRODUCT D11). */
export const DeliverableState = z.enum(['planned', 'in_progress', 'for_approval', 'delivered', 'closed'])
export type DeliverableState = z.infer<typeof DeliverableState>

/** One item promised in a package, such as the third of eight posts. */
export const Deliverable = z.object({
  id: z.uuid(),
  entitlementId: z.uuid(),
  packageTitle: z.string(),
  lineKey: z.string(),
  /** Plural name, for example "Posts". */
  title: z.string(),
  /** Singular name, for example "post". */
  unit: z.string(),
  number: z.int(),
  promised: z.int(),
  /** A day in London. */
  dueOn: z.iso.date(),
  state: DeliverableState,
  /** Null until a consultant has taken it. */
  consultantName: z.string().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
})
export type Deliverable = z.infer<typeof Deliverable>

export const DeliverableVersion = z.object({
  number: z.int(),
  file: StoredFile.nullable(),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Null until the member can see it. */
  publishedAt: z.iso.datetime().nullable(),
})
export type DeliverableVersion = z.infer<typeof DeliverableVersion>

export const DeliverableComment = z.object({
  id: z.uuid(),
  author: z.enum(['member', 'consultant']),
  text: z.string(),
  requestsChangesTo: z.int().nullable(),
  writtenAt: z.iso.datetime(),
})
export type DeliverableComment = z.infer<typeof DeliverableComment>

/** All versions and the latest comments, newest first. */
export const DeliverableDetails = Deliverable.extend({
  versions: z.array(DeliverableVersion),
  comments: z.array(DeliverableComment),
})
export type DeliverableDetails = z.infer<typeof DeliverableDetails>

/** Matches the limit in the database. */
export const MAX_VERSIONS = 50

export const deliverableParams = z.strictObject({ deliverableId: z.uuid() })
export const versionParams = deliverableParams.extend({ number: z.coerce.number().int().min(1).max(MAX_VERSIONS) })

export const deliverableNotFound = { status: 404, message: 'We couldn’t find this deliverable.' } as const
export const deliverableClosed = 'This package is cancelled or on hold, so we’ve stopped work on it.'

/** Settings shared by the endpoints that return a version's file. */
export const versionFile = {
  params: versionParams,
  response: LargeFileResponse,
  file: 'application/octet-stream',
  refusals: {
    'version-not-found': {
      status: 404,
      message: 'We couldn’t find this file. It may have been removed. Reload the page.',
    },
  },
} as const

export const CommentText = text({ required: 'Write a few words', max: 2_000 })

/** Reasons for refusing a change once the package is over. */
export const closedRefusals = {
  'deliverable-not-found': deliverableNotFound,
  'deliverable-closed': deliverableClosed,
} as const

/** Reasons for refusing a change once the deliverable is delivered. */
export const deliveredRefusals = {
  ...closedRefusals,
  'already-delivered': 'This deliverable is already marked as delivered. Reload the page.',
} as const
