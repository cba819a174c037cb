import { randomUUID } from 'node:crypto'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { insertDelivery } from '#platform/server/email/delivery-store.ts'
import { findLoggedEmail, lockEmail } from '#platform/server/email/log-store.ts'
import { sendEmailQueue } from '#platform/server/email/queue-email.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { LoggedEmail } from '../contract.ts'
import { findResendBlocker } from '../rules.ts'
import { mayReceiveEmail } from './deliver-if-wanted.ts'
import { getEmail } from './email-log.ts'

/** The limit per email. More attempts do not help a recipient who still has not received it. */
const resendLimit: RateLimit = { name: 'resend-email', attempts: 10, seconds: 86_400 }

/** Sends the same content with a new Message-ID, because mailboxes hide a second email with the same one. */
export async function resendEmail(context: MemberContext, emailId: string): Promise<LoggedEmail> {
  await context.limits.count(resendLimit, emailId)
  await context.db.transaction().execute(async (tx) => {
    await lockEmail(tx, emailId)
    const email = await findLoggedEmail(tx, emailId, context.now())
    if (!email) throw new Refused('email-not-found')
    const blocker = findResendBlocker({ ...email, isAllowed: await mayReceiveEmail(context, tx, email) })
    if (blocker) throw new Refused(blocker)

    const id = randomUUID()
    const jobId = await context.jobs.send(tx, sendEmailQueue, { mailId: emailId, deliveryId: id })
    await insertDelivery(tx, { id, emailId, jobId, requestedBy: context.actor.memberId, requestedAt: context.now() })
    await recordAction(tx, context, { action: 'email.resent', object: { kind: 'email', id: emailId } })
  })
  context.log.info({ emailId, staffId: context.actor.memberId }, 'email queued again')
  return getEmail(context, emailId)
}
