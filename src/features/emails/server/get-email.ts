import type { MemberContext } from '#platform/server/context.ts'
import { findLoggedEmail, listDeliveries } from '#platform/server/email/log-store.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { LoggedEmail } from '../contract.ts'
import { readableBody } from '../rules.ts'
import { summariseEmail } from './email-log.ts'

export async function getEmail({ db, now }: Pick<MemberContext, 'db' | 'now'>, emailId: string): Promise<LoggedEmail> {
  const email = await findLoggedEmail(db, emailId, now())
  if (!email) throw new Refused('email-not-found')
  const deliveries = await listDeliveries(db, emailId)
  return {
    ...summariseEmail(email),
    replyTo: email.replyTo,
    content: readableBody(email),
    deliveries: deliveries.map(({ id, requestedAt, askedByName, attempts, failure, sentAt }) => ({
      id,
      askedAt: requestedAt.toISOString(),
      askedBy: askedByName,
      attempts,
      failure,
      sentAt: sentAt?.toISOString() ?? null,
    })),
  }
}
