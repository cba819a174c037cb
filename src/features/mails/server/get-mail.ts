import type { MemberContext } from '#platform/server/context.ts'
import { findLoggedMail, listDeliveries } from '#platform/server/mail/log-store.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { LoggedMail } from '../contract.ts'
import { wordsOf } from '../rules/resend.ts'
import { summarizeMail } from './list-mails.ts'

export async function getMail({ db, now }: Pick<MemberContext, 'db' | 'now'>, mailId: string): Promise<LoggedMail> {
  const mail = await findLoggedMail(db, mailId, now())
  if (!mail) throw new Refused('mail-not-found')
  const deliveries = await listDeliveries(db, mailId)
  return {
    ...summarizeMail(mail),
    replyTo: mail.reply_to,
    words: wordsOf(mail),
    deliveries: deliveries.map(({ id, asked_at, asked_by_name, attempts, failure, sent_at }) => ({
      id,
      askedAt: asked_at.toISOString(),
      askedBy: asked_by_name,
      attempts,
      failure,
      sentAt: sent_at?.toISOString() ?? null,
    })),
  }
}
