import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import type { Mail, NewMail } from './queue-mail.ts'

/** One mail a reason: a second is ignored. */
export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  await db
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
      expires_at: mail.expiresAt,
    })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .execute()
}

/** Those of the reasons that have their mail. */
export async function findMailReasons(db: Db, reasons: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('mail').where('reason', '=', sql<string>`any(${reasons})`).select('reason').execute()
  return new Set(rows.map(({ reason }) => reason))
}

/** Undefined also where it is too late for it. */
export async function findUnsentMail(db: Db, mailId: string, now: Date): Promise<Mail | undefined> {
  const row = await db
    .selectFrom('mail')
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .select(['recipient', 'subject', 'text_body', 'html_body', 'reply_to'])
    .executeTakeFirst()
  if (!row) return undefined
  const { recipient: to, subject, text_body: text, html_body: html, reply_to: replyTo } = row
  return { to, subject, text, html, ...(replyTo && { replyTo }) }
}

export async function markMailSent(db: Db, mailId: string, sentAt: Date): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      sent_at: sentAt,
      text_body: sql`case when expires_at is null then text_body else '' end`,
      html_body: sql`case when expires_at is null then html_body else '' end`,
    })
    .where('id', '=', mailId)
    .execute()
}
