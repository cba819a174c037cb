import type { MemberContext } from '#platform/server/context.ts'
import {
  findLoggedEmail,
  type LoggedEmail as LoggedRow,
  listDeliveries,
  listEmailsSince,
  listEmails as listLoggedEmails,
} from '#platform/server/email/log-store.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { EmailFilter, EmailSummary, listEmails as endpoint, LoggedEmail } from '../contract.ts'
import { readableBody } from '../rules.ts'

export async function downloadEmails(context: MemberContext, filter: EmailFilter): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'emails',
    filter,
    columns,
    readPage: (cursor) => listEmails(context, { ...filter, cursor, limit: CSV_PAGE_SIZE }),
  })
}

const columns: CsvColumns<EmailSummary> = {
  'Created (UTC)': ({ writtenAt }) => new Date(writtenAt),
  Recipient: ({ recipient }) => recipient,
  Subject: ({ subject }) => subject,
  State: ({ state }) => state.replaceAll('-', ' '),
  Attempts: ({ attempts }) => attempts,
  'Sent (UTC)': ({ sentAt }) => sentAt && new Date(sentAt),
  'Reason for failure': ({ failure }) => failure,
}

export async function listEmails(
  { db, now }: MemberContext,
  { cursor, limit, state, recipient }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listLoggedEmails(db, {
    now: now(),
    limit: limit + 1,
    after: afterCursor(cursor),
    state,
    recipient,
  })
  return pageFrom(rows, limit, ({ createdAt: at, id }) => ({ at, id }), summariseEmail)
}

export async function listEmailsTo(
  { db, now }: MemberContext,
  { address, since }: { address: string; since: Date },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listEmailsSince(db, { now: now(), limit: limit + 1, after: afterCursor(cursor), address, since })
  return pageFrom(rows, limit, ({ createdAt: at, id }) => ({ at, id }), summariseEmail)
}

function summariseEmail(email: LoggedRow): EmailSummary {
  const { id, recipient, subject, createdAt, state, attempts, failure, nextAttemptAt, sentAt } = email
  return {
    id,
    recipient,
    subject,
    writtenAt: createdAt.toISOString(),
    state,
    attempts,
    failure: state === 'sent' ? null : failure,
    nextAttemptAt: state === 'waiting' || state === 'retrying' ? (nextAttemptAt?.toISOString() ?? null) : null,
    sentAt: sentAt?.toISOString() ?? null,
  }
}

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
