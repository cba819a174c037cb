import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import { HttpProblem } from '#platform/server/http/problem.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import type { ServeEvents } from '#platform/server/http/serve-events.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import * as staff from '../contract/staff.ts'
import * as contract from '../contract.ts'
import { answerMember } from './answer-member.ts'
import type { IncomingMail } from './conversations-context.ts'
import { downloadConversations } from './download-conversations.ts'
import { getConversation } from './get-conversation.ts'
import { getMemberConversation } from './get-member-conversation.ts'
import { listConversations } from './list-conversations.ts'
import { markAnswered } from './mark-answered.ts'
import { readConversation } from './read-conversation.ts'
import { receiveMail } from './receive-mail.ts'
import { renewReplyAddress } from './renew-reply-address.ts'
import { sendMessage } from './send-message.ts'

export function conversationRoutes(serve: Serve, serveEvents: ServeEvents, incomingMail: IncomingMail | undefined) {
  const newest = { limit: contract.FOLLOWED }
  serve(contract.getConversation, (context, { query }) => getConversation({ ...context, incomingMail }, query))
  serveEvents(contract.followConversation, (context) => getConversation({ ...context, incomingMail }, newest))
  serve(contract.sendMessage, (context, { body }) => sendMessage({ ...context, incomingMail }, body))
  serve(contract.readConversation, (context, { body }) => readConversation(context, new Date(body.until)))
  serve(staff.listConversations, (context, { query }) => listConversations(context, query))
  serve(staff.downloadConversations, (context, { query }) => downloadConversations(context, query))
  serve(staff.getMemberConversation, (context, { params, query }) =>
    getMemberConversation(context, params.memberId as MemberId, query),
  )
  serveEvents(
    staff.followMemberConversation,
    (context, params) => getMemberConversation(context, params.memberId as MemberId, newest),
    (params) => params.memberId as MemberId,
  )
  serve(staff.answerMember, (context, { params, body }) =>
    answerMember({ ...context, incomingMail }, params.memberId as MemberId, body),
  )
  serve(staff.markAnswered, (context, { params, body }) =>
    markAnswered(context, params.memberId as MemberId, body.seenUntil),
  )
  serve(staff.renewReplyAddress, async (context, { params }) => {
    await renewReplyAddress(context, params.memberId as MemberId)
    return null
  })
}

/** What mail servers take themselves, with its files. */
const MOST_MAIL_BYTES = 10_000_000

const Delivery = z.strictObject({ recipient: z.string().max(320).optional() })

/** No call of the API: a mail server hands over what it got, with a secret as its only credential. */
export function incomingMailRoute(
  app: FastifyInstance,
  contextFor: (request: FastifyRequest) => Context,
  incomingMail: IncomingMail | undefined,
) {
  app.register(async (mailbox) => {
    mailbox.removeAllContentTypeParsers()
    mailbox.addContentTypeParser('message/rfc822', { parseAs: 'buffer', bodyLimit: MOST_MAIL_BYTES }, (_, body, done) =>
      done(null, body),
    )
    mailbox.post<{ Querystring: z.infer<typeof Delivery> }>(
      '/api/incoming-mail',
      {
        schema: { hide: true, querystring: Delivery },
        bodyLimit: MOST_MAIL_BYTES,
        // Before the body is read: a stranger must not have us hold ten megabytes.
        onRequest: async (request) => requireMailServer(request, incomingMail),
      },
      async (request) => {
        if (!incomingMail || !Buffer.isBuffer(request.body)) throw noMail()
        const context = { ...contextFor(request), incomingMail }
        const received = await receiveMail(context, request.body, request.query.recipient)
        request.log.info({ incomingMail: received }, 'a mail came in')
        return { success: true, data: received }
      },
    )
  })
}

function requireMailServer({ headers, log }: FastifyRequest, incomingMail: IncomingMail | undefined) {
  if (!incomingMail) throw new HttpProblem(404, 'not-found', 'There is nothing at this address.')
  const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  if (timingSafeEqual(hashOf(given), hashOf(incomingMail.secret))) return
  log.warn('a mail was brought without the secret of the mail server')
  throw new HttpProblem(401, 'not-the-mail-server', 'Mails are brought by our mail server alone.')
}

/** Of the same length whatever was given, so that the comparison tells nothing of it. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function noMail() {
  return new HttpProblem(400, 'unreadable-mail', 'This mail cannot be read.')
}
