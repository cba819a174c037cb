import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import type { Job } from '../jobs.ts'
import { insertMail } from './store.ts'

export type Mail = { to: string; subject: string; text: string; html: string }

export const deliverMailJob: Job<{ mailId: string }> = { name: 'deliver-mail', retryDelay: 5, retryLimit: 100 }

/**
 * Writes a mail in the transaction of the fact it tells of; a job sends it afterwards.
 * @param reason what this mail is about, once ever: a second mail with the same reason is not written
 */
export async function queueMail(tx: Db, { jobs, now }: Context, reason: string, mail: Mail): Promise<void> {
  const mailId = await insertMail(tx, { ...mail, reason, createdAt: now() })
  if (mailId) await jobs.send(tx, deliverMailJob, { mailId })
}
