import { mayReceiveNewsletter } from '#features/accounts/profile/rules.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { sendEmail } from '#platform/server/email/send-email.ts'
import { deleteWaitingEmails, findReasonAndUnsubscribeUrl } from '#platform/server/email/store.ts'
import type { EmailTransport } from '#platform/server/email/transport.ts'
import { hashToken } from '#platform/server/token.ts'
import { findNewsletterReader } from './store.ts'

/**
 * Checks newsletter consent again before sending, because the email may wait for days and the member may opt out in the
 * meantime.
 */
export async function deliverIfWanted(
  context: Context,
  transport: EmailTransport,
  { mailId: emailId, deliveryId }: { mailId: string; deliveryId?: string },
): Promise<void> {
  const email = await findReasonAndUnsubscribeUrl(context.db, emailId)
  if (email && !(await mayReceiveEmail(context.db, email.unsubscribeUrl))) {
    // If left unsent, it would count as given up and alert the operator.
    return deleteWaitingEmails(context.db, [email.reason])
  }
  await sendEmail(context, transport, emailId, deliveryId)
}

/** @param unsubscribeUrl set for newsletters only. Any other email may always be sent */
export async function mayReceiveEmail(db: Db, unsubscribeUrl: string | null): Promise<boolean> {
  if (unsubscribeUrl === null) return true
  const token = unsubscribeUrl.slice(unsubscribeUrl.lastIndexOf('/') + 1)
  const reader = await findNewsletterReader(db, hashToken(token))
  return reader !== undefined && mayReceiveNewsletter(reader)
}
