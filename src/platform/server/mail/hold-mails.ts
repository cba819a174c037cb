import type { Context } from '../context.ts'
import { openBatches, untilDone } from '../db/in-batches.ts'
import type { Job } from '../jobs.ts'
import { cancelWork, giveUpDeliveries } from './log-store.ts'
import { deliverMailJob } from './queue-mail.ts'

/** What staff read beside a mail that was held. */
const HELD = 'Held back: a backup was restored, and this may have gone out before.'

/**
 * After a backup was restored: what waited to be sent when it was made has most likely gone out since. It is given up, so
 * that nobody gets it twice; staff find it among the mails and can send it.
 * @param writers work that writes such mails, and is not done again either
 * @returns how many mails are held
 */
export async function holdMails({ db, log }: Context, writers: Pick<Job<object>, 'name'>[]): Promise<number> {
  const work = [deliverMailJob, ...writers].map(({ name }) => name)
  await openBatches(untilDone)((most) => cancelWork(db, work, most))
  const held = await giveUpDeliveries(db, HELD)
  if (held > 0) log.warn({ held }, 'mails that waited in the backup are held back')
  return held
}
