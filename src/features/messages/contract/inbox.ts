import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { ComplaintTopic } from '../contract.ts'

export const MessageState = z.enum(['new', 'in-progress', 'answered', 'closed'])
export type MessageState = z.infer<typeof MessageState>

const StaffMember = z.object({ id: z.uuid(), name: z.string() })

export const InboxSummary = z.object({
  id: z.uuid(),
  reference: z.string(),
  kind: z.enum(['contact', 'complaint']),
  topic: ComplaintTopic.nullable(),
  name: z.string(),
  email: z.string(),
  excerpt: z.string(),
  receivedAt: z.iso.datetime(),
  state: MessageState,
  isSpam: z.boolean(),
  assignee: StaffMember.nullable(),
  /** Of a complaint that is not answered yet. */
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
  /** The latest hundred, oldest first. */
  entries: z.array(InboxEntry),
  /** Who can take it on. */
  staff: z.array(StaffMember),
  /** Where an answer to our answer goes. */
  mailbox: z.string(),
  /** When it is deleted by itself. */
  keptUntil: z.iso.datetime(),
})
export type InboxMessage = z.infer<typeof InboxMessage>

const filter = {
  state: MessageState.optional(),
  kind: z.enum(['contact', 'complaint']).optional(),
  spam: z.enum(['only']).optional().describe('What was taken for spam, in place of everything else.'),
  mine: z.enum(['only']).optional().describe('What is assigned to whoever asks.'),
  writer: text({ max: 254 }).optional().describe('The whole e-mail address, or the reference.'),
}

export const InboxFilter = z.strictObject(filter)
export type InboxFilter = z.infer<typeof InboxFilter>

export const listInbox = endpoint({
  method: 'GET',
  path: '/api/admin/inbox',
  summary: 'Messages and complaints from the site, newest first',
  access: 'administrator',
  query: PageQuery.extend(filter),
  response: pageOf(InboxSummary),
})

export const downloadInbox = endpoint({
  method: 'GET',
  path: '/api/admin/inbox.csv',
  summary: 'The same list as a table, whole',
  access: 'administrator',
  query: InboxFilter,
  file: 'text/csv',
  response: LargeFileAnswer,
})

const ofMessage = z.strictObject({ messageId: z.uuid() })

const messageNotFound = {
  'message-not-found': { status: 404, message: 'There is no such message. It may have been deleted.' },
} as const

export const getInboxMessage = endpoint({
  method: 'GET',
  path: '/api/admin/inbox/:messageId',
  summary: 'One message, with what staff answered and noted',
  access: 'administrator',
  params: ofMessage,
  response: InboxMessage,
  refusals: messageNotFound,
})

/** The id is made by whoever sends: the same words, sent once more, are there once. */
const entryBody = z.strictObject({
  id: z.uuid(),
  text: text({ required: 'Please write something first', max: 5_000 }),
})

const writtenOtherwise = {
  'sent-otherwise': 'This has been saved already, in other words. Please load the page again.',
} as const

export const replyToMessage = endpoint({
  method: 'POST',
  path: '/api/admin/inbox/:messageId/replies',
  summary: 'Answer whoever wrote, by mail; what they answer comes to the mailbox of the company',
  access: 'administrator',
  params: ofMessage,
  body: entryBody,
  response: InboxMessage,
  message: 'Your answer is on its way.',
  refusals: {
    ...messageNotFound,
    ...writtenOtherwise,
    'message-spam': 'This message was taken for spam. Please say first that it is none.',
  },
})

export const noteOnMessage = endpoint({
  method: 'POST',
  path: '/api/admin/inbox/:messageId/notes',
  summary: 'A note for staff about a message',
  access: 'administrator',
  params: ofMessage,
  body: entryBody,
  response: InboxMessage,
  message: 'Your note is saved.',
  refusals: { ...messageNotFound, ...writtenOtherwise },
})

export const handleMessage = endpoint({
  method: 'PUT',
  path: '/api/admin/inbox/:messageId/handling',
  summary: 'How a message stands, and who takes it on',
  access: 'administrator',
  params: ofMessage,
  body: z.strictObject({
    /** Which one was read: whoever saves changes that one, and no later one. */
    version: z.int().min(0).max(2_147_483_646),
    state: MessageState,
    assigneeId: z.uuid().nullable(),
  }),
  response: InboxMessage,
  message: 'Saved.',
  refusals: {
    ...messageNotFound,
    'changed-meanwhile':
      'Somebody else has changed this message meanwhile. What you have written is still here: please load the page again.',
    'staff-not-found': { status: 404, message: 'This person is no administrator any more. Please choose another one.' },
  },
})

export const releaseMessage = endpoint({
  method: 'POST',
  path: '/api/admin/inbox/:messageId/release',
  summary: 'What was taken for spam is none: it stands in the inbox, and is kept as long as any other',
  access: 'administrator',
  params: ofMessage,
  response: InboxMessage,
  message: 'It is in the inbox now. Whoever wrote it has had no acknowledgement.',
  refusals: messageNotFound,
})
