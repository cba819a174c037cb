import './tables.ts'
import type { Db } from '../db/tables.ts'
import type { Mail } from './queue-mail.ts'

type NewDelivery = { id: string; mailId: string; jobId: string | null; askedBy: string | null; askedAt: Date }

export async function insertDelivery(tx: Db, { id, mailId, jobId, askedBy, askedAt }: NewDelivery): Promise<void> {
  await tx
    .insertInto('mail_delivery')
    .values({ id, mail_id: mailId, job_id: jobId, asked_by: askedBy, asked_at: askedAt })
    .execute()
}

/** The first delivery of a mail that has none and was not sent. @returns false where there is no such mail */
export async function insertMissingDelivery(db: Db, mailId: string): Promise<boolean> {
  const row = await db
    .insertInto('mail_delivery')
    .columns(['id', 'mail_id', 'asked_at'])
    .expression((mails) =>
      mails
        .selectFrom('mail')
        .where('id', '=', mailId)
        .where('sent_at', 'is', null)
        .select(['id', 'id as mail_id', 'created_at']),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What a delivery has to bring. Undefined once it is done, where it is too late, and where nothing is left of it. */
export async function findMailToSend(db: Db, deliveryId: string, now: Date): Promise<Mail | undefined> {
  const row = await db
    .selectFrom('mail_delivery')
    .innerJoin('mail', 'mail.id', 'mail_delivery.mail_id')
    .where('mail_delivery.id', '=', deliveryId)
    .where('mail_delivery.sent_at', 'is', null)
    .where('mail.recipient', '!=', '')
    .where((where) => where.or([where('mail.expires_at', 'is', null), where('mail.expires_at', '>', now)]))
    .select(['recipient', 'subject', 'text_body', 'html_body', 'reply_to', 'attachments', 'unsubscribe_url'])
    .executeTakeFirst()
  if (!row) return undefined
  const { recipient: to, subject, text_body: text, html_body: html, attachments } = row
  return {
    to,
    subject,
    text,
    html,
    ...(row.reply_to && { replyTo: row.reply_to }),
    ...(attachments.length > 0 && { attachments }),
    ...(row.unsubscribe_url && { unsubscribeUrl: row.unsubscribe_url }),
  }
}

/** @returns false while another attempt at it is under way, and once it is done */
export async function beginAttempt(
  db: Db,
  deliveryId: string,
  { now, deadSince }: { now: Date; deadSince: Date },
): Promise<boolean> {
  const begun = await db
    .updateTable('mail_delivery')
    .set((set) => ({ attempting_since: now, attempts: set('attempts', '+', 1) }))
    .where('id', '=', deliveryId)
    .where('sent_at', 'is', null)
    .where((where) => where.or([where('attempting_since', 'is', null), where('attempting_since', '<', deadSince)]))
    .executeTakeFirst()
  return begun.numUpdatedRows > 0n
}

export async function noteFailure(db: Db, deliveryId: string, failure: string): Promise<void> {
  await db
    .updateTable('mail_delivery')
    .set({ failure, attempting_since: null })
    .where('id', '=', deliveryId)
    .where('sent_at', 'is', null)
    .execute()
}

export async function noteDelivered(tx: Db, deliveryId: string, now: Date): Promise<void> {
  await tx
    .updateTable('mail_delivery')
    .set({ sent_at: now, attempting_since: null })
    .where('id', '=', deliveryId)
    .execute()
}
