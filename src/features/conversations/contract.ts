import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'

/** In letters: two pages. */
export const LONGEST_MESSAGE = 5_000

export const Message = z.object({
  id: z.uuid(),
  author: z.enum(['member', 'company']),
  text: z.string(),
  cameBy: z.enum(['portal', 'mail']),
  /** Files that came with a mail and were left out. */
  untakenFiles: z.int(),
  /** The end of a long mail was cut off. */
  isShortened: z.boolean(),
  writtenAt: z.iso.datetime(),
})
export type Message = z.infer<typeof Message>

/** What either side sends. The id is made by whoever sends: the same message, sent once more, is there once. */
export const newMessage = {
  id: z.uuid(),
  text: text({ required: 'Please write something first', max: LONGEST_MESSAGE }),
}

/** An id is made anew where the words have changed. */
export const sentOtherwise = {
  'sent-otherwise': 'This message has been sent already, in other words. Please load the page again.',
} as const

const Unread = z.object({ unread: z.int() })

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/conversation',
  summary: 'What the member and the company have written to each other, newest first',
  access: 'member',
  query: PageQuery,
  response: pageOf(Message.extend({ isUnread: z.boolean() })).extend({
    ...Unread.shape,
    companyName: z.string(),
    /** The zone in which the member reads times. */
    timeZone: z.string(),
    /** Whether an answer to the company's mails arrives here. */
    takesMail: z.boolean(),
  }),
})

/** So many of the newest are told with each event: a first page. */
export const FOLLOWED = 20

export const followConversation = endpoint({
  method: 'GET',
  path: '/api/conversation/stream',
  summary: 'The first page of the conversation, now and after each change, until the access token or the session ends',
  access: 'member',
  events: 'conversation',
  response: getConversation.response,
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/conversation/messages',
  summary: 'Write to the company as a member',
  access: 'member',
  body: z.strictObject(newMessage),
  response: Message,
  message: 'Your message has been sent.',
  refusals: sentOtherwise,
})

export const readConversation = endpoint({
  method: 'POST',
  path: '/api/conversation/reading',
  summary: 'Mark as read what the company has written until a moment: what came later the member has not seen',
  access: 'member',
  body: z.strictObject({ until: z.iso.datetime() }),
  response: Unread,
})
