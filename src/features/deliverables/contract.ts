import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { StoredFile } from '#platform/shared/stored-file.ts'
import { text } from '#platform/shared/text.ts'

/** `closed`: its package was cancelled or given back before, or its payment is disputed; never stored (PRODUCT D11). */
export const ItemState = z.enum(['planned', 'in_progress', 'for_approval', 'delivered', 'closed'])
export type ItemState = z.infer<typeof ItemState>

/** One thing that a package promises: the third of eight posts. */
export const Item = z.object({
  id: z.uuid(),
  entitlementId: z.uuid(),
  packageTitle: z.string(),
  lineKey: z.string(),
  /** Of all of its kind: "Posts". */
  title: z.string(),
  /** Of one: "post". */
  unit: z.string(),
  number: z.int(),
  promised: z.int(),
  /** A day of London. */
  dueOn: z.iso.date(),
  state: ItemState,
  /** Whoever makes it; null while nobody has taken it. */
  consultantName: z.string().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
})
export type Item = z.infer<typeof Item>

export const ItemVersion = z.object({
  number: z.int(),
  file: StoredFile.nullable(),
  note: z.string().nullable(),
  madeAt: z.iso.datetime(),
  /** null: the member does not see it yet. */
  publishedAt: z.iso.datetime().nullable(),
})
export type ItemVersion = z.infer<typeof ItemVersion>

export const ItemComment = z.object({
  id: z.uuid(),
  author: z.enum(['member', 'consultant']),
  text: z.string(),
  asksChangeOf: z.int().nullable(),
  writtenAt: z.iso.datetime(),
})
export type ItemComment = z.infer<typeof ItemComment>

/** Newest first: every version, and the last of the comments. */
export const ItemDetails = Item.extend({ versions: z.array(ItemVersion), comments: z.array(ItemComment) })
export type ItemDetails = z.infer<typeof ItemDetails>

/** How far a package, or a subscription with all its months, has come with one kind of thing. */
export const LineProgress = z.object({
  lineKey: z.string(),
  title: z.string(),
  delivered: z.int(),
  promised: z.int(),
  /** Of these the member is asked. */
  forApproval: z.int(),
})
export type LineProgress = z.infer<typeof LineProgress>

export const PackageProgress = z.object({
  /** Of the subscription, where there is one; otherwise of the entitlement. */
  id: z.uuid(),
  lines: z.array(LineProgress),
})
export type PackageProgress = z.infer<typeof PackageProgress>

/** For the dashboard: all of it together, and what the member is asked about. */
export const DeliverablesOverview = z.object({
  delivered: z.int(),
  promised: z.int(),
  /** Whoever waits longest first, a few of them. */
  forApproval: z.array(Item),
})
export type DeliverablesOverview = z.infer<typeof DeliverablesOverview>

/** So many packages, those that were bought last. */
export const MOST_PACKAGES = 100

export const listProgress = endpoint({
  method: 'GET',
  path: '/api/deliverables/progress',
  summary: 'What was delivered of what the packages of the member promise; of the last hundred packages',
  access: 'member',
  response: z.array(PackageProgress),
})

export const listItems = endpoint({
  method: 'GET',
  path: '/api/deliverables',
  summary: 'What is made for the member, the last due first; of one package, or of the subscription that it belongs to',
  access: 'member',
  query: PageQuery.extend({ entitlementId: z.uuid().optional() }),
  response: pageOf(Item),
})

/** As the table takes them. */
export const MOST_VERSIONS = 50

export const itemParams = z.strictObject({ itemId: z.uuid() })
export const versionParams = itemParams.extend({ number: z.coerce.number().int().min(1).max(MOST_VERSIONS) })

export const itemNotFound = { status: 404, message: 'This deliverable was not found.' } as const
export const versionNotFound = { status: 404, message: 'This file was not found.' } as const
export const itemClosed = 'This package is cancelled or on hold, so nothing is made for it.'

export const CommentText = text({ required: 'Please write a few words', max: 2_000 })

export const getItem = endpoint({
  method: 'GET',
  path: '/api/deliverables/:itemId',
  summary: 'One deliverable of the member, with its versions and comments',
  access: 'member',
  params: itemParams,
  response: ItemDetails,
  refusals: { 'item-not-found': itemNotFound },
})

export const getVersionFile = endpoint({
  method: 'GET',
  path: '/api/deliverables/:itemId/versions/:number/file',
  summary: 'The file of a version that the member may see',
  access: 'member',
  params: versionParams,
  response: LargeFileAnswer,
  file: 'application/octet-stream',
  refusals: { 'version-not-found': versionNotFound },
})

const answerRefusals = {
  'item-not-found': itemNotFound,
  'item-closed': itemClosed,
  'nothing-asked': 'You have answered this already, or nothing is waiting for your answer any more.',
  'version-changed': 'A newer version has come since you opened this page. Please look at it first.',
} as const

export const approveItem = endpoint({
  method: 'POST',
  path: '/api/deliverables/:itemId/approval',
  summary: 'The member is content with the version that they have seen: it is delivered',
  access: 'member',
  params: itemParams,
  body: z.strictObject({ version: z.int() }),
  response: ItemDetails,
  message: 'Thank you. This is delivered.',
  refusals: answerRefusals,
})

export const askForChanges = endpoint({
  method: 'POST',
  path: '/api/deliverables/:itemId/changes',
  summary: 'The member says what should be different',
  access: 'member',
  params: itemParams,
  body: z.strictObject({ version: z.int(), text: CommentText }),
  response: ItemDetails,
  message: 'We have told your consultant.',
  refusals: answerRefusals,
})

export const commentRefusals = {
  'item-not-found': itemNotFound,
  'item-closed': itemClosed,
} as const

export const writeComment = endpoint({
  method: 'POST',
  path: '/api/deliverables/:itemId/comments',
  summary: 'The member writes to whoever makes it',
  access: 'member',
  params: itemParams,
  body: z.strictObject({ text: CommentText }),
  response: ItemDetails,
  refusals: commentRefusals,
})
