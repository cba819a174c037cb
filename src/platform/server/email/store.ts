import './tables.ts'
import { sql } from 'kysely'
import { deleteFirst, isAmongFirst } from '../db/batches.ts'
import type { Db } from '../db/tables.ts'
import type { NewEmail } from './email.ts'

/** Inserts one email per reason. @returns false if the reason already has one */
export async function insertEmail(db: Db, email: NewEmail): Promise<boolean> {
  const inserted = await db
    .insertInto('email')
    .values({
      id: email.id,
      reason: email.reason,
      recipient: email.to,
      subject: email.subject,
      textBody: email.text,
      htmlBody: email.html,
      replyTo: email.replyTo ?? null,
      createdAt: email.createdAt,
      sentAt: null,
      isDeletedOnceSent: email.isDeletedOnceSent,
      expiresAt: email.expiresAt,
      attachments: JSON.stringify(email.attachments ?? []),
      documents: JSON.stringify(email.documents ?? []),
      unsubscribeUrl: email.unsubscribeUrl ?? null,
      optOutUrl: email.optOutUrl ?? null,
    })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns those of the reasons that already have an email. */
export async function findEmailReasons(db: Db, reasons: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('email')
    .where('reason', '=', sql<string>`any(${reasons})`)
    .select('reason')
    .execute()
  return new Set(rows.map(({ reason }) => reason))
}

/** The links by which a recipient can turn off an email. */
export type OptOut = { unsubscribeUrl: string | null; optOutUrl: string | null }

/** Undefined if the email was deleted. */
export async function findReasonAndOptOut(db: Db, emailId: string): Promise<(OptOut & { reason: string }) | undefined> {
  const columns = ['reason', 'unsubscribeUrl', 'optOutUrl'] as const
  return db.selectFrom('email').where('id', '=', emailId).select(columns).executeTakeFirst()
}

/** Deletes the email if it must not be kept, and otherwise marks it as sent. */
export async function markEmailSent(db: Db, emailId: string, sentAt: Date): Promise<void> {
  await db.deleteFrom('email').where('id', '=', emailId).where('isDeletedOnceSent', '=', true).execute()
  await db
    .updateTable('email')
    .set({
      // A resend keeps the time of the first sending.
      sentAt: sql`coalesce(sent_at, ${sentAt})`,
      textBody: sql`case when expires_at is null then text_body else '' end`,
      htmlBody: sql`case when expires_at is null then html_body else '' end`,
      attachments: sql`case when expires_at is null then attachments else '[]' end`,
    })
    .where('id', '=', emailId)
    .execute()
}

/**
 * Removes the content and address from emails sent before the given time. @returns the number of changed emails, at
 * most `limit`
 */
export async function blankSentEmails(db: Db, before: Date, limit: number): Promise<number> {
  const sentEmails = db.selectFrom('email').where('sentAt', '<', before).where('recipient', '!=', '').orderBy('sentAt')
  const blanked = await db
    .updateTable('email')
    .set({
      recipient: '',
      subject: '',
      textBody: '',
      htmlBody: '',
      replyTo: null,
      attachments: '[]',
      documents: '[]',
      unsubscribeUrl: null,
      optOutUrl: null,
    })
    .where(isAmongFirst(sentEmails, limit))
    .executeTakeFirst()
  return Number(blanked.numUpdatedRows)
}

/** Deletes unsent emails created before the given time. @returns the number of deleted emails, at most `limit` */
export async function deleteUnsentEmails(db: Db, before: Date, limit: number): Promise<number> {
  const unsentEmails = db
    .selectFrom('email')
    .where('createdAt', '<', before)
    .where('sentAt', 'is', null)
    .orderBy('createdAt')
  return deleteFirst(db, 'email', unsentEmails, limit)
}

/** Lists emails to an address, oldest first. */
export async function listEmailsTo(
  db: Db,
  address: string,
  { since, exceptReason: excludedReasonPrefix }: { since: Date; exceptReason: string },
) {
  return db
    .selectFrom('email')
    .where('recipient', '=', address)
    .where('createdAt', '>=', since)
    .where('reason', 'not like', `${excludedReasonPrefix}%`)
    .select(['subject', 'recipient', 'createdAt', 'sentAt'])
    .orderBy('createdAt')
    .execute()
}

/** Deletes sent and waiting emails; waiting ones are then never sent. */
export async function deleteEmailsTo(
  db: Db,
  addresses: string[],
  { since, exceptReason: excludedReasonPrefix }: { since: Date; exceptReason: string },
): Promise<void> {
  await db
    .deleteFrom('email')
    .where('recipient', '=', sql<string>`any(${addresses})`)
    .where('createdAt', '>=', since)
    .where('reason', 'not like', `${excludedReasonPrefix}%`)
    .execute()
}

export async function deleteEmails(db: Db, reasons: string[]): Promise<void> {
  await db.deleteFrom('email').where('reason', '=', sql<string>`any(${reasons})`).execute()
}

/** Deletes unsent emails with these reasons, which are then never sent. */
export async function deleteWaitingEmails(db: Db, reasons: string[]): Promise<void> {
  await db.deleteFrom('email').where('reason', '=', sql<string>`any(${reasons})`).where('sentAt', 'is', null).execute()
}

/** Deletes sent emails now, and waiting ones once they are sent. */
export async function deleteEmailsOnceSent(db: Db, reasons: string[]): Promise<void> {
  const hasReason = sql<string>`any(${reasons})`
  await db.deleteFrom('email').where('reason', '=', hasReason).where('sentAt', 'is not', null).execute()
  await db.updateTable('email').set({ isDeletedOnceSent: true }).where('reason', '=', hasReason).execute()
}

/** Deletes emails that were to be deleted after sending but could not be sent. @returns their number, at most `limit` */
export async function deleteUndeliverableEmails(db: Db, before: Date, limit: number): Promise<number> {
  const undeliverableEmails = db
    .selectFrom('email')
    .where('isDeletedOnceSent', '=', sql.lit(true))
    .where('createdAt', '<', before)
    .orderBy('createdAt')
  return deleteFirst(db, 'email', undeliverableEmails, limit)
}
