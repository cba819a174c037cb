import type { MemberContext } from '#platform/server/context.ts'
import { type LoggedMail, listMailsSince, listMails as readMails } from '#platform/server/mail/log-store.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { listMails as endpoint, MailSummary } from '../contract.ts'

export async function listMails(
  { db, now }: MemberContext,
  { cursor, limit, state, recipient }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await readMails(db, { now: now(), limit: limit + 1, after: afterCursor(cursor), state, recipient })
  return pageFrom(rows, limit, ({ created_at: at, id }) => ({ at, id }), summarizeMail)
}

/** To one address, since somebody has it here. */
export async function listMailsTo(
  { db, now }: MemberContext,
  { address, since }: { address: string; since: Date },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listMailsSince(db, { now: now(), limit: limit + 1, after: afterCursor(cursor), address, since })
  return pageFrom(rows, limit, ({ created_at: at, id }) => ({ at, id }), summarizeMail)
}

export function summarizeMail(mail: LoggedMail): MailSummary {
  const { id, recipient, subject, created_at, state, attempts, failure, next_attempt_at, sent_at } = mail
  return {
    id,
    recipient,
    subject,
    writtenAt: created_at.toISOString(),
    state,
    attempts,
    failure: state === 'sent' ? null : failure,
    nextAttemptAt: state === 'waiting' || state === 'retrying' ? (next_attempt_at?.toISOString() ?? null) : null,
    sentAt: sent_at?.toISOString() ?? null,
  }
}
