import './tables.ts'
import type { Db } from '../db/tables.ts'
import type { Email } from './email.ts'

type NewDelivery = { id: string; emailId: string; jobId: string | null; requestedBy: string | null; requestedAt: Date }

export async function insertDelivery(tx: Db, delivery: NewDelivery): Promise<void> {
  await tx.insertInto('emailDelivery').values(delivery).execute()
}

/** Inserts the first delivery for an unsent email that has none. @returns false if there is nothing to insert */
export async function insertMissingDelivery(db: Db, emailId: string): Promise<boolean> {
  const row = await db
    .insertInto('emailDelivery')
    .columns(['id', 'emailId', 'requestedAt'])
    .expression((emails) =>
      emails
        .selectFrom('email')
        .where('id', '=', emailId)
        .where('sentAt', 'is', null)
        .select(['id', 'id as emailId', 'createdAt']),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the email to deliver, or undefined if it was sent, has expired or was purged. */
export async function findEmailToSend(db: Db, deliveryId: string, now: Date): Promise<Email | undefined> {
  const row = await db
    .selectFrom('emailDelivery')
    .innerJoin('email', 'email.id', 'emailDelivery.emailId')
    .where('emailDelivery.id', '=', deliveryId)
    .where('emailDelivery.sentAt', 'is', null)
    .where('email.recipient', '!=', '')
    .where((where) => where.or([where('email.expiresAt', 'is', null), where('email.expiresAt', '>', now)]))
    .select(['recipient', 'subject', 'textBody', 'htmlBody', 'replyTo', 'attachments', 'documents'])
    .select(['unsubscribeUrl', 'optOutUrl'])
    .executeTakeFirst()
  if (!row) return undefined
  const { recipient: to, subject, textBody: text, htmlBody: html, attachments, documents } = row
  return {
    to,
    subject,
    text,
    html,
    ...(row.replyTo && { replyTo: row.replyTo }),
    ...(attachments.length > 0 && { attachments }),
    ...(documents.length > 0 && { documents }),
    ...(row.unsubscribeUrl && { unsubscribeUrl: row.unsubscribeUrl }),
    ...(row.optOutUrl && { optOutUrl: row.optOutUrl }),
  }
}

/** @returns false if another attempt is running or the email was already sent */
export async function beginAttempt(
  db: Db,
  deliveryId: string,
  { now, abandonedBefore }: { now: Date; abandonedBefore: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('emailDelivery')
    .set((set) => ({ attemptingSince: now, attempts: set('attempts', '+', 1) }))
    .where('id', '=', deliveryId)
    .where('sentAt', 'is', null)
    .where((where) => where.or([where('attemptingSince', 'is', null), where('attemptingSince', '<', abandonedBefore)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends attempts of a killed process. Call it only if no other process can be sending. */
export async function resetInterruptedAttempts(db: Db): Promise<void> {
  await db
    .updateTable('emailDelivery')
    .set({ attemptingSince: null })
    .where('attemptingSince', 'is not', null)
    .where('sentAt', 'is', null)
    .execute()
}

export async function recordFailure(db: Db, deliveryId: string, failure: string): Promise<void> {
  await db
    .updateTable('emailDelivery')
    .set({ failure, attemptingSince: null })
    .where('id', '=', deliveryId)
    .where('sentAt', 'is', null)
    .execute()
}

export async function recordDelivered(tx: Db, deliveryId: string, now: Date): Promise<void> {
  await tx
    .updateTable('emailDelivery')
    .set({ sentAt: now, attemptingSince: null })
    .where('id', '=', deliveryId)
    .execute()
}
