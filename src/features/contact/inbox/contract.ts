import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { CancellationOutcome } from '../declarations/contract.ts'
import { ComplaintTopic } from '../form/contract.ts'

export const MessageState = z.enum(['new', 'in-progress', 'answered', 'closed'])
export type MessageState = z.infer<typeof MessageState>

/** A cancellation is one declared without logging in (PRODUCT D25). */
const MessageKind = z.enum(['contact', 'complaint', 'cancellation'])
export type MessageKind = z.infer<typeof MessageKind>

const StaffMember = z.object({ id: z.uuid(), name: z.string() })

export const InboxSummary = z.object({
  id: z.uuid(),
  reference: z.string(),
  kind: MessageKind,
  topic: ComplaintTopic.nullable(),
  name: z.string(),
  email: z.string(),
  excerpt: z.string(),
  receivedAt: z.iso.datetime(),
  state: MessageState,
  isSpam: z.boolean(),
  /** Set if the words sound like leaving: a contract, or perhaps only a booking. */
  cancellationHint: z.enum(['contract', 'unclear']).nullable(),
  /** Only for a cancellation. */
  cancellation: z
    .object({
      orderReference: z.string(),
      /** Null until the job has looked for the order. */
      outcome: CancellationOutcome.nullable(),
      purchaseId: z.uuid().nullable(),
    })
    .nullable(),
  assignee: StaffMember.nullable(),
  /** Set for a complaint that has not been answered yet. */
  answerBy: z.iso.datetime().nullable(),
})
export type InboxSummary = z.infer<typeof InboxSummary>

export const InboxEntry = z.object({
  id: z.uuid(),
  kind: z.enum(['reply', 'note']),
  staffName: z.string(),
  text: z.string(),
  writtenAt: z.iso.datetime(),
})
export type InboxEntry = z.infer<typeof InboxEntry>

export const InboxMessage = InboxSummary.omit({ excerpt: true }).extend({
  text: z.string(),
  version: z.int(),
  /** The latest hundred entries, oldest first. */
  entries: z.array(InboxEntry),
  /** The administrators to whom the message can be assigned. */
  staff: z.array(StaffMember),
  /** The address that receives replies to our answer. */
  mailbox: z.string(),
  /** The time at which the message is deleted automatically. */
  keptUntil: z.iso.datetime(),
})
export type InboxMessage = z.infer<typeof InboxMessage>

const filter = {
  state: MessageState.optional(),
  kind: MessageKind.optional().describe(
    '“cancellation” also lists messages whose words sound like cancelling a contract.',
  ),
  spam: z.enum(['only']).optional().describe('Lists only spam, which is left out otherwise.'),
  mine: z.enum(['only']).optional().describe('Lists only messages assigned to the caller.'),
  writer: text({ max: 254 })
    .optional()
    .describe('The writer’s full email address, the reference, or the order reference of a cancellation.'),
}

export const InboxFilter = z.strictObject(filter)
export type InboxFilter = z.infer<typeof InboxFilter>

export const listInbox = endpoint('GET /api/admin/inbox', {
  summary: 'List messages and complaints from the site, newest first',
  access: 'administrator',
  query: PageQuery.extend(filter),
  response: pageOf(InboxSummary),
})

export const downloadInbox = endpoint('GET /api/admin/inbox.csv', {
  summary: 'Download the inbox messages as CSV',
  query: InboxFilter,
  ...csvDownload,
})

const messageParams = z.strictObject({ messageId: z.uuid() })

const messageNotFound = {
  'message-not-found': { status: 404, message: 'We couldn’t find this message. It may have been deleted.' },
} as const

export const getInboxMessage = endpoint('GET /api/admin/inbox/:messageId', {
  summary: 'Get a message with its replies and notes',
  access: 'administrator',
  params: messageParams,
  response: InboxMessage,
  refusals: messageNotFound,
})

/** The client creates the id, so that an entry sent twice is stored once. */
const entryBody = z.strictObject({
  id: z.uuid(),
  text: text({ required: 'Write something first', max: 5_000 }),
})

const alreadySaved = {
  'already-sent': 'You’ve already saved a different version of this text. Reload the page.',
} as const

export const replyToMessage = endpoint('POST /api/admin/inbox/:messageId/replies', {
  summary: 'Reply to a message by email; the sender’s reply goes to the company’s mailbox',
  access: 'administrator',
  params: messageParams,
  body: entryBody,
  response: InboxMessage,
  message: 'Your reply is on its way.',
  refusals: {
    ...messageNotFound,
    ...alreadySaved,
    'message-spam': 'This message is marked as spam. Choose “Not spam” before you reply.',
  },
})

export const addNote = endpoint('POST /api/admin/inbox/:messageId/notes', {
  summary: 'Add a note for staff to a message',
  access: 'administrator',
  params: messageParams,
  body: entryBody,
  response: InboxMessage,
  message: 'Note saved.',
  refusals: { ...messageNotFound, ...alreadySaved },
})

export const assignMessage = endpoint('PUT /api/admin/inbox/:messageId/assignment', {
  summary: 'Set the state of a message and its assignee',
  access: 'administrator',
  params: messageParams,
  body: z.strictObject({
    /** The version that the caller read, to detect a concurrent change. */
    version: z.int().min(0).max(2_147_483_646),
    state: MessageState,
    assigneeId: z.uuid().nullable(),
  }),
  response: InboxMessage,
  message: 'Saved.',
  refusals: {
    ...messageNotFound,
    'edited-elsewhere':
      'Someone else has changed this message since you opened it. Reload the page to see their changes. Your draft will still be here.',
    'staff-not-found': { status: 404, message: 'This person is no longer an administrator. Choose someone else.' },
  },
})

export const markNotSpam = endpoint('POST /api/admin/inbox/:messageId/not-spam', {
  summary: 'Move a message from spam to the inbox, where the usual retention period applies',
  access: 'administrator',
  params: messageParams,
  response: InboxMessage,
  message: 'Message moved to the inbox. We haven’t sent an acknowledgement.',
  refusals: messageNotFound,
})
