import type { MemberContext } from '#platform/server/context.ts'
import { listMailsById } from '#platform/server/mail/log-store.ts'
import type { MailSummary } from '../contract.ts'
import { summarizeMail } from './list-mails.ts'

/** How some mails stand that somebody else has chosen, newest first. */
export async function summarizeMails(
  { db, now }: Pick<MemberContext, 'db' | 'now'>,
  ids: string[],
): Promise<MailSummary[]> {
  return ids.length === 0 ? [] : (await listMailsById(db, ids, now())).map(summarizeMail)
}
