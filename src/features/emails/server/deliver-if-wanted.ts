import { mayReceiveNewsletter } from '#features/accounts/profile/rules.ts'
import { readUnsubscribeToken, wantsEmail } from '#features/accounts/server/public.ts'
import { renderIssuedPdf, withoutAttachedNote } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Email } from '#platform/server/email/email.ts'
import { sendEmail } from '#platform/server/email/send-email.ts'
import { deleteWaitingEmails, findReasonAndOptOut, type OptOut } from '#platform/server/email/store.ts'
import type { EmailTransport } from '#platform/server/email/transport.ts'
import { hashToken } from '#platform/server/token.ts'
import { documentFile } from '../rules.ts'
import { findNewsletterReader } from './store.ts'

/** Checks the member's choice again before sending, because the email may wait for days and the member may opt out. */
export async function deliverIfWanted(
  context: Context,
  transport: EmailTransport,
  { mailId: emailId, deliveryId }: { mailId: string; deliveryId?: string },
): Promise<void> {
  const email = await findReasonAndOptOut(context.db, emailId)
  if (email && !(await mayReceiveEmail(context, context.db, email))) {
    // If left unsent, it would count as given up and alert the operator.
    return deleteWaitingEmails(context.db, [email.reason])
  }
  const send: EmailTransport['send'] = async (content, id) => transport.send(await drawDocuments(context, content), id)
  await sendEmail(context, { send }, emailId, deliveryId)
}

/**
 * Attaches the documents. If one cannot be drawn, the email is sent without it and says so, because members can download
 * it.
 */
async function drawDocuments({ db, log }: Context, email: Email): Promise<Email> {
  const { documents, attachments = [] } = email
  if (!documents) return email
  const drawn = await Promise.all(
    documents.map(async (document) => {
      const content = await renderIssuedPdf(db, document).catch((error: unknown) => {
        log.error({ err: error, document }, 'document could not be attached to an email')
      })
      return content && { name: documentFile(document), type: 'application/pdf', content }
    }),
  )
  const files = drawn.filter((file) => file !== undefined)
  const { text, html } = email
  return {
    ...email,
    ...(files.length < documents.length && { text: withoutAttachedNote(text), html: withoutAttachedNote(html) }),
    attachments: [...attachments, ...files],
  }
}

export async function mayReceiveEmail(
  context: Pick<Context, 'dataKeys'>,
  db: Db,
  { unsubscribeUrl, optOutUrl }: OptOut,
): Promise<boolean> {
  const choice = optOutUrl === null ? undefined : readUnsubscribeToken(context, tokenIn(optOutUrl))
  // A link is not ours if its key was removed. The choice was checked when the email was written.
  if (choice && !(await wantsEmail(db, choice.memberId, choice.kind))) return false
  if (unsubscribeUrl === null) return true
  const reader = await findNewsletterReader(db, hashToken(tokenIn(unsubscribeUrl)))
  return reader !== undefined && mayReceiveNewsletter(reader)
}

function tokenIn(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
