import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import type { Job } from '../jobs.ts'
import { insertMail } from './store.ts'

/** A file that goes with a letter. Text alone: whatever else a letter is about is fetched from the site. */
export type Attachment = { name: string; type: string; content: string }

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes, if not to us. */
  replyTo?: string | undefined
  attachments?: Attachment[] | undefined
}

export type NewMail = Mail & {
  id: string
  reason: string
  createdAt: Date
  expiresAt: Date | null
  isForgottenOnceSent: boolean
}

export const deliverMailJob: Job<{ mailId: string }> = { name: 'deliver-mail', retryDelay: 5, retryLimit: 100 }

/**
 * Writes a mail in the transaction of the fact it tells of; a job sends it afterwards.
 * @param reason what this mail is about, once ever: for a second mail with the same reason the job finds nothing to send
 * @param isForgottenOnceSent for a letter to somebody whom we may not remember: nothing of it is kept
 * @param expiresAt where it carries a link that opens an account: too late it is not sent, and once sent not kept
 */
export async function queueMail(
  tx: Db,
  context: Context,
  reason: string,
  mail: Mail,
  { expiresAt = null, isForgottenOnceSent = false }: { expiresAt?: Date | null; isForgottenOnceSent?: boolean } = {},
): Promise<void> {
  const mailId = randomUUID()
  await insertMail(tx, { ...mail, id: mailId, reason, createdAt: context.now(), expiresAt, isForgottenOnceSent })
  await context.jobs.send(tx, deliverMailJob, { mailId })
}
