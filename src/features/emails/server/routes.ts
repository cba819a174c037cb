import type { FastifyInstance } from 'fastify'
import type { EmailPreviews } from '#features/company/server/public.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { emailTopic } from '../rules.ts'
import { downloadEmails, getEmail, listEmails } from './email-log.ts'
import { listEmailPreviews, sendTestEmail } from './preview-emails.ts'
import { resendEmail } from './resend-email.ts'
import { sendNewsletter } from './send-newsletter.ts'
import { unsubscribe } from './unsubscribe.ts'

/** @param examples email previews by area */
export function emailRoutes(serve: Serve, examples: Record<string, EmailPreviews>) {
  serve(contract.listEmails, (context, { query }) => listEmails(context, query))
  serve(contract.downloadEmails, (context, { query }) => downloadEmails(context, query))
  serve(contract.getEmail, (context, { params }) => getEmail(context, params.emailId))
  serve(contract.resendEmail, (context, { params }) => resendEmail(context, params.emailId))
  serve(contract.listEmailPreviews, (context) => listEmailPreviews(context, examples))
  serve(contract.sendTestEmail, (context) => sendTestEmail(context))
  serve(contract.sendNewsletter, (context, { body }) => sendNewsletter(context, body))
}

/** Registered separately, because mail programs post a form here. The form's content does not matter (RFC 8058). */
export function unsubscribeRoute(serve: Serve) {
  serve(contract.unsubscribe, async (context, { params }, { request, say }) => {
    const kind = await unsubscribe(context, params.token, request.ip)
    if (kind !== 'news') say(`You’ve unsubscribed from emails about ${emailTopic[kind]}.`)
    return null
  })
}

/** Older mail programs open the address that others post to. The page asks before it changes anything. */
export function unsubscribeLinkRoute(app: FastifyInstance) {
  const path = contract.unsubscribe.path
  app.get<{ Params: { token: string } }>(path, { schema: { hide: true } }, async ({ params }, reply) =>
    reply.redirect(`/unsubscribe/${encodeURIComponent(params.token)}`, 303),
  )
}
