import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'

/** In characters: about two pages. */
export const MAX_MESSAGE_LENGTH = 5_000

export const Message = z.object({
  id: z.uuid(),
  author: z.enum(['member', 'company']),
  text: z.string(),
  channel: z.enum(['portal', 'mail']),
  /** Number of email attachments that were not stored. */
  skippedFiles: z.int(),
  /** True if a long email was truncated. */
  isTruncated: z.boolean(),
  writtenAt: z.iso.datetime(),
})
export type Message = z.infer<typeof Message>

/** The fields of a new message. The client creates the id, so that a retry does not create a second message. */
const newMessage = {
  id: z.uuid(),
  text: text({ required: 'Write something first', max: MAX_MESSAGE_LENGTH }),
}

/** The client creates a new id if the text has changed. */
const alreadySent = {
  'already-sent': 'You’ve already sent a different version of this message. Reload the page.',
} as const

const Unread = z.object({ unread: z.int() })

export const getConversation = endpoint('GET /api/conversation', {
  summary: 'Get the member’s conversation with the company, newest message first',
  access: 'member',
  query: PageQuery,
  response: pageOf(Message.extend({ isUnread: z.boolean() })).extend({
    ...Unread.shape,
    companyName: z.string(),
    /** The member's time zone. */
    timeZone: z.string(),
    /** Whether replies to our emails arrive in the conversation. */
    acceptsEmail: z.boolean(),
  }),
})

/** The number of messages sent with each event, which is one page. */
export const STREAM_PAGE_SIZE = 20

export const followConversation = endpoint('GET /api/conversation/stream', {
  summary:
    'Stream the first page of the conversation, now and after each change, until the access token or session expires',
  access: 'member',
  events: 'conversation',
  response: getConversation.response,
})

export const sendMessage = endpoint('POST /api/conversation/messages', {
  summary: 'Send a message to the company',
  access: 'member',
  body: z.strictObject(newMessage),
  response: Message,
  message: 'Your message has been sent.',
  refusals: alreadySent,
})

export const markConversationRead = endpoint('POST /api/conversation/read', {
  summary: 'Mark the company’s messages up to a time as read',
  access: 'member',
  body: z.strictObject({ until: z.iso.datetime() }),
  response: Unread,
})

const Member = z.object({ id: z.uuid(), name: z.string(), email: z.string() })

export const ConversationSummary = z.object({
  member: Member,
  lastMessageAt: z.iso.datetime(),
  lastAuthor: z.enum(['member', 'company']),
  /** Beginning of the newest message's text. */
  excerpt: z.string(),
  /** Null if the member is not waiting for an answer. */
  waitingSince: z.iso.datetime().nullable(),
  /** Set if a message that waits sounds like leaving: a contract, or perhaps only a booking. */
  cancellationHint: z.enum(['contract', 'unclear']).nullable(),
})
export type ConversationSummary = z.infer<typeof ConversationSummary>

export const StaffMessage = Message.extend({
  /** The administrator who wrote the message. Null if their account was deleted. */
  staffName: z.string().nullable(),
})
export type StaffMessage = z.infer<typeof StaffMessage>

const Waiting = z.object({ waitingSince: z.iso.datetime().nullable() })

const memberParams = z.strictObject({ memberId: z.uuid() })

/** The time of the newest message that the administrator has seen. Later messages are still waiting for an answer. */
const seenUntil = z.iso.datetime().nullable()

const memberNotFound = {
  'member-not-found': { status: 404, message: 'We couldn’t find this member.' },
} as const

export const ConversationFilter = z.strictObject({
  search: text({ max: 100 }).optional().describe('The beginning of a word in the member’s name or email address.'),
})
export type ConversationFilter = z.infer<typeof ConversationFilter>

export const listConversations = endpoint('GET /api/admin/conversations', {
  summary:
    'List conversations, first those awaiting a reply with the longest wait first, then the others with the newest first',
  access: 'administrator',
  query: PageQuery.extend(ConversationFilter.shape),
  response: pageOf(ConversationSummary),
})

export const downloadConversations = endpoint('GET /api/admin/conversations.csv', {
  summary: 'Download the conversations as CSV',
  query: ConversationFilter,
  ...csvDownload,
})

export const getMemberConversation = endpoint('GET /api/admin/conversations/:memberId', {
  summary: 'Get a member’s conversation with the company, newest message first',
  access: 'administrator',
  params: memberParams,
  query: PageQuery,
  response: pageOf(StaffMessage).extend({ ...Waiting.shape, member: Member }),
  refusals: memberNotFound,
})
export type MemberConversation = z.infer<typeof getMemberConversation.response>

export const followMemberConversation = endpoint('GET /api/admin/conversations/:memberId/stream', {
  summary:
    'Stream the first page of a member’s conversation, now and after each change, until the access token or session expires',
  access: 'administrator',
  params: memberParams,
  events: 'conversation',
  response: getMemberConversation.response,
  refusals: memberNotFound,
})

export const answerMember = endpoint('POST /api/admin/conversations/:memberId/messages', {
  summary: 'Send a message to a member, who is notified in the portal and by email',
  access: 'administrator',
  params: memberParams,
  body: z.strictObject({ ...newMessage, seenUntil }),
  response: StaffMessage.extend(Waiting.shape),
  message: 'Your reply has been sent.',
  refusals: { ...memberNotFound, ...alreadySent },
})

export const markAnswered = endpoint('POST /api/admin/conversations/:memberId/answered', {
  summary:
    'Mark a conversation’s messages up to a time as answered, because they need no reply or were answered elsewhere',
  access: 'administrator',
  params: memberParams,
  body: z.strictObject({ seenUntil }),
  response: Waiting,
  message: 'Marked as answered.',
  refusals: memberNotFound,
})

export const renewReplyAddress = endpoint('POST /api/admin/conversations/:memberId/reply-address', {
  summary: 'Replace the conversation’s reply address, so that replies to earlier emails no longer reach it',
  access: 'administrator',
  params: memberParams,
  response: z.null(),
  message: 'Replies to earlier emails will no longer reach this conversation.',
  refusals: memberNotFound,
})
