import './tables.ts'
import type { Db } from '../db/tables.ts'
import type { Mail } from './queue-mail.ts'

/** @returns the new mail's id, or undefined where this reason has its mail already */
export async function insertMail(
  db: Db,
  mail: Mail & { reason: string; createdAt: Date },
): Promise<string | undefined> {
  const row = await db
    .insertInto('mail')
    .values({
      reason: mail.reason,
      recipient: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      created_at: mail.createdAt,
      sent_at: null,
    })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findUnsentMail(db: Db, mailId: string): Promise<Mail | undefined> {
  const row = await db
    .selectFrom('mail')
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .select(['recipient', 'subject', 'text_body', 'html_body'])
    .executeTakeFirst()
  return row && { to: row.recipient, subject: row.subject, text: row.text_body, html: row.html_body }
}

export async function markMailSent(db: Db, mailId: string, sentAt: Date): Promise<void> {
  await db.updateTable('mail').set({ sent_at: sentAt }).where('id', '=', mailId).execute()
}
