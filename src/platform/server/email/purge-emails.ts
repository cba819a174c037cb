import { addSpan } from '../../shared/calendar.ts'
import { purgeExpired } from '../jobs/define-job.ts'
import { blankSentEmails, deleteUndeliverableEmails, deleteUnsentEmails } from './store.ts'

/**
 * The period stated in the Privacy Policy, during which staff can find out whether an email was sent and what it said.
 */
const RETENTION_DAYS = 90

/** Longer than we keep retrying an email, so an address still unreachable by then does not exist. */
const RETRY_DAYS = 7

/** Keeps only an old email's reason, so that no one gets a second email about the same event. */
export const purgeEmails = purgeExpired({
  name: 'purge-emails',
  cron: '40 3 * * *',
  clock: 'real',
  async steps({ db, now }, inBatches) {
    const cutoff = addSpan(now(), { days: -RETENTION_DAYS })
    const blanked = await inBatches((limit) => blankSentEmails(db, cutoff, limit))
    // Delivery of these emails was given up long ago, and an email this old must not be sent.
    const deleted = await inBatches((limit) => deleteUnsentEmails(db, cutoff, limit))
    // These emails were to be deleted after sending but could not be sent.
    const undeliverableCutoff = addSpan(now(), { days: -RETRY_DAYS })
    await inBatches((limit) => deleteUndeliverableEmails(db, undeliverableCutoff, limit))
    return { blanked, deleted }
  },
  message: 'old emails were purged',
})
