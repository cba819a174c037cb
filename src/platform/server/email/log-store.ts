import './tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { EmailStatus } from '../../shared/email-status.ts'
import { updateInBatches } from '../db/batches.ts'
import type { Db } from '../db/tables.ts'
import { takePage } from '../db/take-page.ts'
import type { Page } from '../paging.ts'
import { sendEmailQueue } from './queue-email.ts'

/** The delivery's job while the queue still plans to run it, with the time of its next attempt. */
const pendingJob = sql`
  select start_after from pgboss.job
  where name = ${sql.lit(sendEmailQueue.name)} and id = delivery.job_id and state in ('created', 'retry', 'active')`

/** A delivery without a job id was queued before deliveries were recorded, so it may still be waiting. */
function statusAt(now: Date): RawBuilder<EmailStatus> {
  return sql<EmailStatus>`case
    when delivery.sent_at is not null then 'sent'
    when email.expires_at <= ${now} then 'given-up'
    when delivery.job_id is not null and not exists (${pendingJob}) then 'given-up'
    when delivery.failure is not null then 'retrying'
    else 'waiting' end`
}

/** Each email with its latest delivery, which decides its status. */
function selectEmails(db: Db, now: Date) {
  return db
    .selectFrom('email')
    .innerJoinLateral(
      (delivery) =>
        delivery
          .selectFrom('emailDelivery')
          .whereRef('emailDelivery.emailId', '=', 'email.id')
          .selectAll()
          .orderBy('requestedAt', 'desc')
          .orderBy('id')
          .limit(1)
          .as('delivery'),
      (join) => join.onTrue(),
    )
    .select(['email.id', 'email.reason', 'email.recipient', 'email.subject', 'email.createdAt'])
    .select(['delivery.attempts', 'delivery.failure', 'delivery.sentAt'])
    .select([statusAt(now).as('state'), sql<Date | null>`(${pendingJob})`.as('nextAttemptAt')])
}

/** Counts unsent emails without a pending job. It joins both tables as a whole, because there may be 100,000 emails. */
export async function countGivenUpEmails(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from email
    where sent_at is null and not exists (
      select from email_delivery delivery
      left join pgboss.job work on work.name = ${sql.lit(sendEmailQueue.name)} and work.id = delivery.job_id
        and work.state in ('created', 'retry', 'active')
      where delivery.email_id = email.id and delivery.sent_at is null and (delivery.job_id is null or work.id is not null))`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export type LoggedEmail = Awaited<ReturnType<typeof listEmails>>[number]

/** Lists emails newest first, after the given position. */
export async function listEmails(
  db: Db,
  {
    now,
    state,
    recipient,
    ...page
  }: Page & { now: Date; state: EmailStatus | undefined; recipient: string | undefined },
) {
  let query = selectEmails(db, now)
  if (state) query = query.where(statusAt(now), '=', state)
  // A partial index covers the few unsent emails.
  if (state && state !== 'sent') {
    query = query.where('email.id', 'in', db.selectFrom('emailDelivery').where('sentAt', 'is', null).select('emailId'))
  }
  if (recipient) query = query.where('email.recipient', 'ilike', `%${recipient.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return takePage(query, ['email.createdAt', 'email.id'], 'desc', page).execute()
}

/** Lists emails to an address since a date, newest first, after the given position. */
export async function listEmailsSince(
  db: Db,
  { now, address, since, ...page }: Page & { now: Date; address: string; since: Date },
): Promise<LoggedEmail[]> {
  return takePage(
    selectEmails(db, now).where('email.recipient', '=', address).where('email.createdAt', '>=', since),
    ['email.createdAt', 'email.id'],
    'desc',
    page,
  ).execute()
}

/** Lists emails with one of these reasons, newest first. */
export async function listEmailsFor(db: Db, reasons: string[], now: Date) {
  return selectEmails(db, now)
    .where('email.reason', '=', sql<string>`any(${reasons})`)
    .orderBy('email.createdAt', 'desc')
    .orderBy('email.id', 'desc')
    .execute()
}

/** Returns one email with its content. */
export async function findLoggedEmail(db: Db, emailId: string, now: Date) {
  return selectEmails(db, now)
    .where('email.id', '=', emailId)
    .select(['email.textBody', 'email.htmlBody', 'email.replyTo', 'email.expiresAt', 'email.attachments'])
    .select(['email.documents', 'email.unsubscribeUrl', 'email.optOutUrl'])
    .executeTakeFirst()
}

/** Locks an email, so that two resends run one after the other. */
export async function lockEmail(tx: Db, emailId: string): Promise<void> {
  await tx.selectFrom('email').where('id', '=', emailId).select('id').forUpdate().execute()
}

/** Lists deliveries newest first. */
export async function listDeliveries(db: Db, emailId: string) {
  return db
    .selectFrom('emailDelivery')
    .leftJoin('account', 'account.id', 'emailDelivery.requestedBy')
    .where('emailDelivery.emailId', '=', emailId)
    .select(['emailDelivery.id', 'requestedAt', 'requestedBy', 'attempts', 'failure', 'emailDelivery.sentAt'])
    .select(sql<string | null>`nullif(trim(account.first_name || ' ' || account.last_name), '')`.as('askedByName'))
    .orderBy('requestedAt', 'desc')
    .orderBy('emailDelivery.id')
    .execute()
}

/** Cancels unfinished jobs in these queues. @returns the number of cancelled jobs, at most `limit` */
export async function cancelQueuedJobs(db: Db, names: string[], limit: number): Promise<number> {
  const cancelled = await sql`update pgboss.job set state = 'cancelled', completed_on = now()
    where name = any(${names}) and id = any(array(
      select id from pgboss.job where name = any(${names}) and state in ('created', 'retry', 'active')
      limit ${limit}))`.execute(db)
  return Number(cancelled.numAffectedRows ?? 0)
}

/** Gives up every unfinished delivery. @returns how many had a different failure reason before */
export function giveUpDeliveries(db: Db, failure: string): Promise<number> {
  return updateInBatches(db, {
    table: 'emailDelivery',
    key: 'emailId',
    within: sql`sent_at is null`,
    // A delivery without a job id would count as waiting.
    set: sql`failure = ${failure}, attempting_since = null, job_id = coalesce(job_id, id)`,
    where: sql`sent_at is null and failure is distinct from ${failure}`,
  })
}
