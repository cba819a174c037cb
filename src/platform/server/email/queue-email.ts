import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import type { Queue } from '../jobs/jobs.ts'
import { insertDelivery } from './delivery-store.ts'
import type { Email } from './email.ts'
import { insertEmail } from './store.ts'

/**
 * Retries after 5 to 10 seconds, doubling up to half an hour, for at least three days. An attempt counts as failed
 * after five minutes, for instance if its process died.
 */
export const sendEmailQueue: Queue<{ mailId: string; deliveryId?: string }> = {
  name: 'send-email',
  retryDelay: 5,
  retryDelayMax: 1_800,
  retryLimit: 160,
  expireInSeconds: 300,
}

export type EmailOptions = {
  /** Set if the email has a link that opens an account. The email is not sent after this time, nor kept once sent. */
  expiresAt?: Date | null
  /** Set for recipients whom we must not store. The whole email is deleted once sent. */
  isDeletedOnceSent?: boolean
}

/**
 * Saves an email in the transaction of its event; a job sends it afterwards.
 * @param reason identifies the event; a second email with the same reason is ignored
 */
export async function queueEmail(
  tx: Db,
  context: Context,
  reason: string,
  email: Email,
  { expiresAt = null, isDeletedOnceSent = false }: EmailOptions = {},
): Promise<void> {
  const emailId = randomUUID()
  const createdAt = context.now()
  if (!(await insertEmail(tx, { ...email, id: emailId, reason, createdAt, expiresAt, isDeletedOnceSent }))) return
  const jobId = await context.jobs.send(tx, sendEmailQueue, { mailId: emailId })
  await insertDelivery(tx, { id: emailId, emailId, jobId, requestedBy: null, requestedAt: createdAt })
}
