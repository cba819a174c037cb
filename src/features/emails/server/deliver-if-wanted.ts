import { mayReceiveNewsletter } from '#features/accounts/profile/rules.ts'
import { readUnsubscribeToken, wantsEmail } from '#features/accounts/server/public.ts'
import { renderIssuedPdf } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Email } from '#platform/server/email/email.ts'
import { sendEmail } from '#platform/server/email/send-email.ts'
import { deleteWaitingEmails, findReasonAndUnsubscribeUrl } from '#platform/server/email/store.ts'
import type { EmailTransport } from '#platform/server/email/transport.ts'
import { hashToken } from '#platform/server/token.ts'
import { findNewsletterReader } from './store.ts'

/**
 * Checks the member's choice again before sending, because the email may have waited for days and the member may have
 * opted out.
 */
export async function deliverIfWanted(
  context: Context,
  transport: EmailTransport,
  { mailId: emailId, deliveryId }: { mailId: string; deliveryId?: string },
): Promise<void> {
  const email = await findReasonAndUnsubscribeUrl(context.db, emailId)
  if (email && !(await mayReceiveEmail(context, context.db, email.unsubscribeUrl))) {
    // If the email were left unsent, it would count as given up and alert the operator.
    return deleteWaitingEmails(context.db, [email.reason])
  }
  const send: EmailTransport['send'] = async (content, id) => transport.send(await drawDocuments(context, content), id)
  await sendEmail(context, { send }, emailId, deliveryId)
}

/** Draws the attached documents. If a document cannot be drawn, the email is sent without it, because members can download it. */
async function drawDocuments({ db, log }: Context, email: Email): Promise<Email> {
  if (!email.attachments) return email
  const attachments = await Promise.all(
    email.attachments.map(async (file) => {
      if (!file.document) return file
      const content = await renderIssuedPdf(db, file.document).catch((error: unknown) => {
        log.error({ err: error, document: file.document }, 'document could not be attached to an email')
      })
      return content && { ...file, content }
    }),
  )
  return { ...email, attachments: attachments.filter((file) => file !== undefined) }
}

/** @param unsubscribeUrl set if the member can turn such emails off */
export async function mayReceiveEmail(
  context: Pick<Context, 'dataKeys'>,
  db: Db,
  unsubscribeUrl: string | null,
): Promise<boolean> {
  if (unsubscribeUrl === null) return true
  const token = unsubscribeUrl.slice(unsubscribeUrl.lastIndexOf('/') + 1)
  if (token.includes('.')) {
    const choice = readUnsubscribeToken(context, token)
    // The key that signed it may have been removed. The choice was checked when the email was written.
    return !choice || wantsEmail(db, choice.memberId, choice.kind)
  }
  const reader = await findNewsletterReader(db, hashToken(token))
  return reader !== undefined && mayReceiveNewsletter(reader)
}
