import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { Message, newMessage, sentOtherwise } from '../contract.ts'

const Member = z.object({ id: z.uuid(), name: z.string(), email: z.string() })

export const ConversationSummary = z.object({
  member: Member,
  lastMessageAt: z.iso.datetime(),
  lastAuthor: z.enum(['member', 'company']),
  /** How the newest message begins. */
  excerpt: z.string(),
  /** Null where nobody waits for an answer. */
  waitingSince: z.iso.datetime().nullable(),
})
export type ConversationSummary = z.infer<typeof ConversationSummary>

export const StaffMessage = Message.extend({
  /** Who of the company wrote it, while they are there. */
  staffName: z.string().nullable(),
})
export type StaffMessage = z.infer<typeof StaffMessage>

const Waiting = z.object({ waitingSince: z.iso.datetime().nullable() })

const ofMember = z.strictObject({ memberId: z.uuid() })

/** When the newest message was written that whoever answers has seen: what came later still waits. */
const seenUntil = z.iso.datetime().nullable()

const memberNotFound = {
  'member-not-found': { status: 404, message: 'This member was not found.' },
} as const

export const ConversationFilter = z.strictObject({
  search: text({ max: 100 }).optional().describe('Part of a name or of an e-mail address.'),
})
export type ConversationFilter = z.infer<typeof ConversationFilter>

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/admin/conversations',
  summary:
    'Conversations with members: those who wait for an answer first, the longest waiting on top; then the newest',
  access: 'administrator',
  query: PageQuery.extend(ConversationFilter.shape),
  response: pageOf(ConversationSummary),
})

export const downloadConversations = endpoint({
  method: 'GET',
  path: '/api/admin/conversations.csv',
  summary: 'The same list as a table, whole',
  access: 'administrator',
  query: ConversationFilter,
  file: 'text/csv',
  response: LargeFileAnswer,
})

export const getMemberConversation = endpoint({
  method: 'GET',
  path: '/api/admin/conversations/:memberId',
  summary: 'What a member and the company have written to each other, newest first',
  access: 'administrator',
  params: ofMember,
  query: PageQuery,
  response: pageOf(StaffMessage).extend({ ...Waiting.shape, member: Member }),
  refusals: memberNotFound,
})
export type MemberConversation = z.infer<typeof getMemberConversation.response>

export const followMemberConversation = endpoint({
  method: 'GET',
  path: '/api/admin/conversations/:memberId/stream',
  summary:
    'The first page of the conversation with a member, now and after each change, until the access token or the session ends',
  access: 'administrator',
  params: ofMember,
  events: 'conversation',
  response: getMemberConversation.response,
  refusals: memberNotFound,
})

export const answerMember = endpoint({
  method: 'POST',
  path: '/api/admin/conversations/:memberId/messages',
  summary: 'Write to a member for the company: they are told by the bell and by mail',
  access: 'administrator',
  params: ofMember,
  body: z.strictObject({ ...newMessage, seenUntil }),
  response: StaffMessage.extend(Waiting.shape),
  message: 'Your answer has been sent.',
  refusals: { ...memberNotFound, ...sentOtherwise },
})

export const markAnswered = endpoint({
  method: 'POST',
  path: '/api/admin/conversations/:memberId/answered',
  summary: 'Nobody waits for an answer to what was seen: it needs none, or has been given in another way',
  access: 'administrator',
  params: ofMember,
  body: z.strictObject({ seenUntil }),
  response: Waiting,
  message: 'Marked as answered.',
  refusals: memberNotFound,
})

export const renewReplyAddress = endpoint({
  method: 'POST',
  path: '/api/admin/conversations/:memberId/reply-address',
  summary: 'End the addresses of the letters before: an answer to one of them does not arrive here any more',
  access: 'administrator',
  params: ofMember,
  response: z.null(),
  message: 'Answers to earlier letters do not arrive in this conversation any more.',
  refusals: memberNotFound,
})
