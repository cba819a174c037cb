import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import type { Job } from '../jobs.ts'
import { insertDelivery } from './delivery-store.ts'
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
  /** Of marketing: mail programs show a button of their own that posts there (RFC 8058). */
  unsubscribeUrl?: string | undefined
}

export type NewMail = Mail & {
  id: string
  reason: string
  createdAt: Date
  expiresAt: Date | null
  isForgottenOnceSent: boolean
}

/**
 * After 5 to 10 seconds, then doubling up to half an hour: so often that it goes on for three days at least. A process
 * that died with a mail in its hands is given five minutes.
 */
export const deliverMailJob: Job<{ mailId: string; deliveryId?: string }> = {
  name: 'deliver-mail',
  retryDelay: 5,
  retryDelayMax: 1_800,
  retryLimit: 160,
  expireInSeconds: 300,
}

/**
 * Writes a mail in the transaction of the fact it tells of; a job sends it afterwards.
 * @param reason what this mail is about, once ever: a second mail with the same reason is not written
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
  const createdAt = context.now()
  if (!(await insertMail(tx, { ...mail, id: mailId, reason, createdAt, expiresAt, isForgottenOnceSent }))) return
  const jobId = await context.jobs.send(tx, deliverMailJob, { mailId })
  await insertDelivery(tx, { id: mailId, mailId, jobId, askedBy: null, askedAt: createdAt })
}
