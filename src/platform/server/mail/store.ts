import './tables.ts'
import { sql } from 'kysely'
import { areFirst, deleteFirst } from '../db/in-batches.ts'
import type { Db } from '../db/tables.ts'
import type { NewMail } from './queue-mail.ts'

/** One mail a reason. @returns false where it has its mail already: a second is ignored */
export async function insertMail(db: Db, mail: NewMail): Promise<boolean> {
  const inserted = await db
    .insertInto('mail')
    .values({
      id: mail.id,
      reason: mail.reason,
      recipient: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      reply_to: mail.replyTo ?? null,
      created_at: mail.createdAt,
      sent_at: null,
      is_forgotten_once_sent: mail.isForgottenOnceSent,
      expires_at: mail.expiresAt,
      attachments: JSON.stringify(mail.attachments ?? []),
      unsubscribe_url: mail.unsubscribeUrl ?? null,
    })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Those of the reasons that have their mail. */
export async function findMailReasons(db: Db, reasons: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('mail').where('reason', '=', sql<string>`any(${reasons})`).select('reason').execute()
  return new Set(rows.map(({ reason }) => reason))
}

/** Of a letter that one can unsubscribe from. */
export async function findUnsubscribeUrl(db: Db, mailId: string): Promise<string | null> {
  const row = await db.selectFrom('mail').where('id', '=', mailId).select('unsubscribe_url').executeTakeFirst()
  return row?.unsubscribe_url ?? null
}

/** Of a mail that is to be forgotten, nothing stays to be marked. */
export async function markMailSent(db: Db, mailId: string, sentAt: Date): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', mailId).where('is_forgotten_once_sent', '=', true).execute()
  await db
    .updateTable('mail')
    .set({
      // When it went out first, where it goes out once more.
      sent_at: sql`coalesce(sent_at, ${sentAt})`,
      text_body: sql`case when expires_at is null then text_body else '' end`,
      html_body: sql`case when expires_at is null then html_body else '' end`,
      attachments: sql`case when expires_at is null then attachments else '[]' end`,
    })
    .where('id', '=', mailId)
    .execute()
}

/** Takes words and address out of what was sent before a moment. @returns how many mails had some: the first so many */
export async function blankSentMails(db: Db, before: Date, most: number): Promise<number> {
  const sent = db.selectFrom('mail').where('sent_at', '<', before).where('recipient', '!=', '').orderBy('sent_at')
  const blanked = await db
    .updateTable('mail')
    .set({
      recipient: '',
      subject: '',
      text_body: '',
      html_body: '',
      reply_to: null,
      attachments: '[]',
      unsubscribe_url: null,
    })
    .where(areFirst(sent, most))
    .executeTakeFirst()
  return Number(blanked.numUpdatedRows)
}

/** @returns how many mails from before a moment were never sent, and are gone: the first so many */
export async function deleteUnsentMails(db: Db, before: Date, most: number): Promise<number> {
  const unsent = db
    .selectFrom('mail')
    .where('created_at', '<', before)
    .where('sent_at', 'is', null)
    .orderBy('created_at')
  return deleteFirst(db, 'mail', unsent, most)
}

/** What was written to an address, oldest first. */
export async function listMailsTo(
  db: Db,
  address: string,
  { since, exceptReason }: { since: Date; exceptReason: string },
) {
  return db
    .selectFrom('mail')
    .where('recipient', '=', address)
    .where('created_at', '>=', since)
    .where('reason', 'not like', `${exceptReason}%`)
    .select(['subject', 'recipient', 'created_at', 'sent_at'])
    .orderBy('created_at')
    .execute()
}

/** Sent or not: those that wait are not sent any more. */
export async function deleteMailsTo(
  db: Db,
  addresses: string[],
  { since, exceptReason }: { since: Date; exceptReason: string },
): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('recipient', '=', sql<string>`any(${addresses})`)
    .where('created_at', '>=', since)
    .where('reason', 'not like', `${exceptReason}%`)
    .execute()
}

/** By what they are about. */
export async function deleteMails(db: Db, reasons: string[]): Promise<void> {
  await db.deleteFrom('mail').where('reason', '=', sql<string>`any(${reasons})`).execute()
}

/** Of those, what has not been sent yet: it is not sent any more. */
export async function deleteWaitingMails(db: Db, reasons: string[]): Promise<void> {
  await db.deleteFrom('mail').where('reason', '=', sql<string>`any(${reasons})`).where('sent_at', 'is', null).execute()
}

/** Those that were sent are gone at once; those that have yet to arrive, once they were sent. */
export async function deleteMailsOnceSent(db: Db, reasons: string[]): Promise<void> {
  const chosen = sql<string>`any(${reasons})`
  await db.deleteFrom('mail').where('reason', '=', chosen).where('sent_at', 'is not', null).execute()
  await db.updateTable('mail').set({ is_forgotten_once_sent: true }).where('reason', '=', chosen).execute()
}

/** What should have been forgotten once it was sent, and never could be sent. @returns how many: the first so many */
export async function deleteForgottenMails(db: Db, before: Date, most: number): Promise<number> {
  const unsent = db
    .selectFrom('mail')
    .where('is_forgotten_once_sent', '=', sql.lit(true))
    .where('created_at', '<', before)
    .orderBy('created_at')
  return deleteFirst(db, 'mail', unsent, most)
}
