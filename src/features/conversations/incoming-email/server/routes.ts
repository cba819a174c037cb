import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/http-error.ts'
import { hashToken } from '#platform/server/token.ts'
import type { IncomingEmailSettings } from '../../server/context.ts'
import { receiveEmail, unreadableEmail } from './receive-email.ts'

/** The usual size limit on mail servers, attachments included. */
const MAX_EMAIL_BYTES = 10_000_000

const Delivery = z.strictObject({ recipient: z.string().max(320).optional() })

/** Not an API endpoint. The mail server delivers raw emails and authenticates with a shared secret. */
export function incomingEmailRoute(
  app: FastifyInstance,
  contextFor: (request: FastifyRequest) => Context,
  incomingEmail: IncomingEmailSettings | undefined,
) {
  app.register(async (mailbox) => {
    mailbox.removeAllContentTypeParsers()
    mailbox.addContentTypeParser('message/rfc822', { parseAs: 'buffer', bodyLimit: MAX_EMAIL_BYTES }, (_, body, done) =>
      done(null, body),
    )
    mailbox.post<{ Querystring: z.infer<typeof Delivery> }>(
      '/api/incoming-mail',
      {
        schema: { hide: true, querystring: Delivery },
        bodyLimit: MAX_EMAIL_BYTES,
        // Checks the secret before reading the body, so that strangers cannot make us buffer ten megabytes.
        onRequest: async (request) => requireMailServer(request, incomingEmail),
      },
      async (request) => {
        if (!incomingEmail || !Buffer.isBuffer(request.body)) throw unreadableEmail()
        const context = { ...contextFor(request), incomingEmail }
        const result = await receiveEmail(context, request.body, request.query.recipient)
        return { success: true, data: result }
      },
    )
  })
}

function requireMailServer({ headers, log }: FastifyRequest, incomingEmail: IncomingEmailSettings | undefined) {
  if (!incomingEmail) throw new HttpError(404, 'not-found', 'There’s nothing at this address.')
  const secret = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  // The hashes have equal lengths, so the comparison reveals nothing about the secret.
  if (timingSafeEqual(hashToken(secret), hashToken(incomingEmail.secret))) return
  log.warn('incoming email refused: wrong or missing mail server secret')
  throw new HttpError(401, 'wrong-mail-server-secret', 'Only our mail server can deliver emails here.')
}
