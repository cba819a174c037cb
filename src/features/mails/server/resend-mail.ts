import { randomUUID } from 'node:crypto'
import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { insertDelivery } from '#platform/server/mail/delivery-store.ts'
import { findLoggedMail, lockMail } from '#platform/server/mail/log-store.ts'
import { deliverMailJob } from '#platform/server/mail/queue-mail.ts'
import { recordAction } from '#platform/server/record-action.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { LoggedMail } from '../contract.ts'
import { findResendObstacle } from '../rules/resend.ts'
import { getMail } from './get-mail.ts'
import { mayGetMail } from './may-get-mail.ts'

/** Of one mail: who has not got it after that will not get it by one more. */
const oneMoreTime: Limit = { name: 'resend-mail', attempts: 10, seconds: 86_400 }

/** The same words once more. With a Message-ID of its own: mailboxes hide what comes under one they have. */
export async function resendMail(context: MemberContext, mailId: string): Promise<LoggedMail> {
  await context.limits.count(oneMoreTime, mailId)
  await context.db.transaction().execute(async (tx) => {
    await lockMail(tx, mailId)
    const mail = await findLoggedMail(tx, mailId, context.now())
    if (!mail) throw new Refused('mail-not-found')
    const obstacle = findResendObstacle({ ...mail, isAllowed: await mayGetMail(tx, mail.unsubscribe_url) })
    if (obstacle) throw new Refused(obstacle)

    const id = randomUUID()
    const jobId = await context.jobs.send(tx, deliverMailJob, { mailId, deliveryId: id })
    await insertDelivery(tx, { id, mailId, jobId, askedBy: context.actor.memberId, askedAt: context.now() })
    await recordAction(tx, context, { action: 'mail.resent', object: { kind: 'mail', id: mailId } })
  })
  context.log.info({ mailId, staffId: context.actor.memberId }, 'a mail goes out once more')
  return getMail(context, mailId)
}
