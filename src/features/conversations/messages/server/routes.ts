import type { Serve } from '#platform/server/http/serve.ts'
import type { ServeEvents } from '#platform/server/http/serve-events.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { renewReplyAddress } from '../../incoming-email/server/reply-address.ts'
import type { IncomingEmailSettings } from '../../server/context.ts'
import * as contract from '../contract.ts'
import { answerMember } from './answer-member.ts'
import { getConversation, markConversationRead, sendMessage } from './member-messages.ts'
import { downloadConversations, getMemberConversation, listConversations, markAnswered } from './staff-conversations.ts'

export function messageRoutes(
  serve: Serve,
  serveEvents: ServeEvents,
  incomingEmail: IncomingEmailSettings | undefined,
) {
  const newest = { limit: contract.STREAM_PAGE_SIZE }
  serve(contract.getConversation, (context, { query }) => getConversation({ ...context, incomingEmail }, query))
  serveEvents(contract.followConversation, (context) => getConversation({ ...context, incomingEmail }, newest))
  serve(contract.sendMessage, (context, { body }) => sendMessage({ ...context, incomingEmail }, body))
  serve(contract.markConversationRead, (context, { body }) => markConversationRead(context, new Date(body.until)))
  serve(contract.listConversations, (context, { query }) => listConversations(context, query))
  serve(contract.downloadConversations, (context, { query }) => downloadConversations(context, query))
  serve(contract.getMemberConversation, (context, { params, query }) =>
    getMemberConversation(context, params.memberId as MemberId, query),
  )
  serveEvents(
    contract.followMemberConversation,
    (context, params) => getMemberConversation(context, params.memberId as MemberId, newest),
    (params) => params.memberId as MemberId,
  )
  serve(contract.answerMember, (context, { params, body }) =>
    answerMember({ ...context, incomingEmail }, params.memberId as MemberId, body),
  )
  serve(contract.markAnswered, (context, { params, body }) =>
    markAnswered(context, params.memberId as MemberId, body.seenUntil),
  )
  serve(contract.renewReplyAddress, async (context, { params }) => {
    await renewReplyAddress(context, params.memberId as MemberId)
    return null
  })
}
