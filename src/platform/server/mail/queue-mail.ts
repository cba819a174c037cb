import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import type { Job } from '../jobs.ts'
import { mailInsertion } from './store.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes, if not to us. */
  replyTo?: string | undefined
}

export type NewMail = Mail & { id: string; reason: string; createdAt: Date }

export const deliverMailJob: Job<{ mailId: string }> = { name: 'deliver-mail', retryDelay: 5, retryLimit: 100 }

/**
 * Writes a mail in the transaction of the fact it tells of; a job sends it afterwards.
 * @param reason what this mail is about, once ever: a second mail with the same reason is not written
 */
export async function queueMail(tx: Db, context: Context, reason: string, mail: Mail): Promise<void> {
  const id = await announceMail(tx, context)
  await mailInsertion(tx, { ...mail, id, reason, createdAt: context.now() }).execute()
}

/**
 * The job alone, for a transaction that writes its mail as a part of its last statement, by `mailInsertion`. Where
 * the reason has its mail already, the job finds nothing to send.
 */
export async function announceMail(tx: Db, { jobs }: Context): Promise<string> {
  const mailId = randomUUID()
  await jobs.send(tx, deliverMailJob, { mailId })
  return mailId
}
