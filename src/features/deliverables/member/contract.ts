import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import {
  CommentText,
  closedRefusals,
  Deliverable,
  DeliverableDetails,
  deliverableNotFound,
  deliverableParams,
  versionFile,
} from '../contract.ts'

/** Progress on one line of a package. All months of a subscription are counted together. */
export const LineProgress = z.object({
  lineKey: z.string(),
  title: z.string(),
  delivered: z.int(),
  promised: z.int(),
  /** How many of the items are waiting for the member's approval. */
  forApproval: z.int(),
})
export type LineProgress = z.infer<typeof LineProgress>

export const PackageProgress = z.object({
  /** The subscription's id if there is one, otherwise the entitlement's. */
  id: z.uuid(),
  lines: z.array(LineProgress),
})
export type PackageProgress = z.infer<typeof PackageProgress>

/** Dashboard data: progress across all packages, and what is waiting for approval. */
export const DeliverablesOverview = z.object({
  delivered: z.int(),
  promised: z.int(),
  /** Those waiting longest come first. At most five. */
  forApproval: z.array(Deliverable),
})
export type DeliverablesOverview = z.infer<typeof DeliverablesOverview>

/** Maximum number of packages listed, most recent first. */
export const MAX_PACKAGES = 100

export const listProgress = endpoint('GET /api/deliverables/progress', {
  summary: 'Get the delivery progress of the member’s latest hundred packages',
  access: 'member',
  response: z.array(PackageProgress),
})

export const listDeliverables = endpoint('GET /api/deliverables', {
  summary:
    'List the member’s deliverables, latest due date first, optionally for one package or its whole subscription',
  access: 'member',
  query: PageQuery.extend({ entitlementId: z.uuid().optional() }),
  response: pageOf(Deliverable),
})

export const getDeliverable = endpoint('GET /api/deliverables/:deliverableId', {
  summary: 'Get a deliverable with its versions and comments',
  access: 'member',
  params: deliverableParams,
  response: DeliverableDetails,
  refusals: { 'deliverable-not-found': deliverableNotFound },
})

export const getVersionFile = endpoint('GET /api/deliverables/:deliverableId/versions/:number/file', {
  summary: 'Download the file of a published version',
  access: 'member',
  ...versionFile,
})

const approvalRefusals = {
  ...closedRefusals,
  'not-awaiting-approval':
    'You’ve already replied, or this deliverable no longer needs your approval. Reload the page to see its status.',
  'version-changed': 'There’s a newer version. Reload this page and review it first.',
} as const

export const approveDeliverable = endpoint('POST /api/deliverables/:deliverableId/approval', {
  summary: 'Approve the latest version, which marks the deliverable as delivered',
  access: 'member',
  params: deliverableParams,
  body: z.strictObject({ version: z.int() }),
  response: DeliverableDetails,
  message: 'Thank you. It’s now marked as delivered.',
  refusals: approvalRefusals,
})

export const requestChanges = endpoint('POST /api/deliverables/:deliverableId/changes', {
  summary: 'Request changes to the latest version',
  access: 'member',
  params: deliverableParams,
  body: z.strictObject({ version: z.int(), text: CommentText }),
  response: DeliverableDetails,
  message: 'We’ve received your request for changes.',
  refusals: approvalRefusals,
})

export const createComment = endpoint('POST /api/deliverables/:deliverableId/comments', {
  summary: 'Comment on a deliverable, for its consultant',
  access: 'member',
  params: deliverableParams,
  body: z.strictObject({ text: CommentText }),
  response: DeliverableDetails,
  refusals: closedRefusals,
})
