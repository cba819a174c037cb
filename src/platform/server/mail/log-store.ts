import './tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { MailState } from '#platform/shared/mail-state.ts'
import { changeThroughout } from '../db/in-batches.ts'
import type { Db } from '../db/tables.ts'
import type { Place } from '../paging.ts'
import { deliverMailJob } from './queue-mail.ts'

/** The work of a delivery while the queue still means to do it. Its time is the next attempt. */
const openWork = sql`
  select start_after from pgboss.job
  where name = ${sql.lit(deliverMailJob.name)} and id = delivery.job_id and state in ('created', 'retry', 'active')`

/** Where nothing is known of the work, it was queued before deliveries were noted. */
function stateAt(now: Date): RawBuilder<MailState> {
  return sql<MailState>`case
    when delivery.sent_at is not null then 'sent'
    when mail.expires_at <= ${now} then 'given-up'
    when delivery.job_id is not null and not exists (${openWork}) then 'given-up'
    when delivery.attempts > 0 then 'retrying'
    else 'waiting' end`
}

/** The mails with the latest of their deliveries: that is how they stand. */
function selectMails(db: Db, now: Date) {
  return db
    .selectFrom('mail')
    .innerJoinLateral(
      (each) =>
        each
          .selectFrom('mail_delivery')
          .whereRef('mail_delivery.mail_id', '=', 'mail.id')
          .selectAll()
          .orderBy('asked_at', 'desc')
          .orderBy('id')
          .limit(1)
          .as('delivery'),
      (join) => join.onTrue(),
    )
    .select(['mail.id', 'mail.reason', 'mail.recipient', 'mail.subject', 'mail.created_at'])
    .select(['delivery.attempts', 'delivery.failure', 'delivery.sent_at'])
    .select([stateAt(now).as('state'), sql<Date | null>`(${openWork})`.as('next_attempt_at')])
}

/** Mails that were not sent and have no work left that would. Joined as a whole: there may be a hundred thousand. */
export async function countMailsGivenUp(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mail
    where sent_at is null and not exists (
      select from mail_delivery delivery
      left join pgboss.job work on work.name = ${sql.lit(deliverMailJob.name)} and work.id = delivery.job_id
        and work.state in ('created', 'retry', 'active')
      where delivery.mail_id = mail.id and delivery.sent_at is null and (delivery.job_id is null or work.id is not null))`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export type LoggedMail = Awaited<ReturnType<typeof listMails>>[number]

/** Newest first, from just after a place in the list. */
export async function listMails(
  db: Db,
  {
    now,
    limit,
    after,
    state,
    recipient,
  }: {
    now: Date
    limit: number
    after: Place | undefined
    state: MailState | undefined
    recipient: string | undefined
  },
) {
  let query = selectMails(db, now)
  if (state) query = query.where(stateAt(now), '=', state)
  // The few that did not leave have an index of their own.
  if (state && state !== 'sent') {
    query = query.where('mail.id', 'in', db.selectFrom('mail_delivery').where('sent_at', 'is', null).select('mail_id'))
  }
  if (recipient) query = query.where('mail.recipient', 'ilike', `%${recipient.replaceAll(/[\\%_]/g, '\\$&')}%`)
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('mail.created_at', 'mail.id'), '<', where.tuple(after.at, after.id)),
    )
  }
  return query.orderBy('mail.created_at', 'desc').orderBy('mail.id', 'desc').limit(limit).execute()
}

/** What went to an address since a moment, newest first, from just after a place in the list. */
export async function listMailsSince(
  db: Db,
  {
    now,
    limit,
    after,
    address,
    since,
  }: { now: Date; limit: number; after: Place | undefined; address: string; since: Date },
): Promise<LoggedMail[]> {
  let query = selectMails(db, now).where('mail.recipient', '=', address).where('mail.created_at', '>=', since)
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('mail.created_at', 'mail.id'), '<', where.tuple(after.at, after.id)),
    )
  }
  return query.orderBy('mail.created_at', 'desc').orderBy('mail.id', 'desc').limit(limit).execute()
}

/** Those that were written for one of these reasons, newest first. */
export async function listMailsFor(db: Db, reasons: string[], now: Date) {
  return selectMails(db, now)
    .where('mail.reason', '=', sql<string>`any(${reasons})`)
    .orderBy('mail.created_at', 'desc')
    .orderBy('mail.id', 'desc')
    .execute()
}

/** One mail with its words. */
export async function findLoggedMail(db: Db, mailId: string, now: Date) {
  return selectMails(db, now)
    .where('mail.id', '=', mailId)
    .select(['mail.text_body', 'mail.html_body', 'mail.reply_to', 'mail.expires_at', 'mail.attachments'])
    .select('mail.unsubscribe_url')
    .executeTakeFirst()
}

/** Whoever has this mail open alone decides whether it goes out once more. */
export async function lockMail(tx: Db, mailId: string): Promise<void> {
  await tx.selectFrom('mail').where('id', '=', mailId).select('id').forUpdate().execute()
}

/** Newest first. */
export async function listDeliveries(db: Db, mailId: string) {
  return db
    .selectFrom('mail_delivery')
    .leftJoin('account', 'account.id', 'mail_delivery.asked_by')
    .where('mail_delivery.mail_id', '=', mailId)
    .select(['mail_delivery.id', 'asked_at', 'asked_by', 'attempts', 'failure', 'mail_delivery.sent_at'])
    .select(sql<string | null>`nullif(trim(account.first_name || ' ' || account.last_name), '')`.as('asked_by_name'))
    .orderBy('asked_at', 'desc')
    .orderBy('mail_delivery.id')
    .execute()
}

/** Takes away work of these names that is not done. @returns how many: the first so many */
export async function cancelWork(db: Db, names: string[], most: number): Promise<number> {
  const cancelled = await sql`update pgboss.job set state = 'cancelled', completed_on = now()
    where name = any(${names}) and id = any(array(
      select id from pgboss.job where name = any(${names}) and state in ('created', 'retry', 'active')
      limit ${most}))`.execute(db)
  return Number(cancelled.numAffectedRows ?? 0)
}

/** Gives up every delivery that is not done. @returns how many of them were not given up for the same reason before */
export function giveUpDeliveries(db: Db, failure: string): Promise<number> {
  return changeThroughout(db, {
    table: 'mail_delivery',
    key: 'mail_id',
    within: sql`sent_at is null`,
    // Without work of its own it would count as waiting.
    set: sql`failure = ${failure}, attempting_since = null, job_id = coalesce(job_id, id)`,
    where: sql`sent_at is null and failure is distinct from ${failure}`,
  })
}
