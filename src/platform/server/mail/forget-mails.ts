import { addSpan } from '#platform/shared/calendar.ts'
import type { Context } from '../context.ts'
import { openBatches } from '../db/in-batches.ts'
import type { Job } from '../jobs.ts'
import { blankSentMails, deleteForgottenMails, deleteUnsentMails } from './store.ts'

/** As long as the Privacy Policy says: time enough to find out whether a letter was sent, and what it said. */
const DAYS_KEPT = 90

/** Longer than a mail is tried: whoever could not be reached until then has no such mailbox. */
const DAYS_TRIED = 7

export const forgetMailsJob: Job<object> = { name: 'forget-mails', retryDelay: 600, retryLimit: 5, cron: '40 3 * * *' }

/** Of an old mail only its reason stays, so that nobody is written to twice about the same. */
export async function forgetMails({ db, now, log }: Context): Promise<void> {
  const before = addSpan(now(), { days: -DAYS_KEPT })
  const inBatches = openBatches()
  const blanked = await inBatches((most) => blankSentMails(db, before, most))
  // Its delivery was given up long ago: nobody must get a letter of last season.
  const deleted = await inBatches((most) => deleteUnsentMails(db, before, most))
  // What was to be forgotten once it was sent, and could not be sent.
  const untold = addSpan(now(), { days: -DAYS_TRIED })
  await inBatches((most) => deleteForgottenMails(db, untold, most))
  if (blanked + deleted > 0) log.info({ blanked, deleted }, 'old mails were forgotten')
}
