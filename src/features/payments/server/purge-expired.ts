import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { requestsExpiredBefore } from '../guardians/rules.ts'
import { deleteGuardianRequestsBefore } from '../guardians/server/store.ts'
import { deleteHandledEvents } from '../webhooks/server/store.ts'
import { deletePaymentNetworksBefore } from './store.ts'

/** Stripe retries an event for three days and allows a manual resend for thirty. */
const EVENT_RETENTION_DAYS = 90
/** The IP network a payment started from, kept a day to limit card testing. */
const NETWORK_RETENTION_DAYS = 1

/** Deletes handled events, whose facts the purchase keeps, and networks. Counts only the events. */
export const purgeEvents = purgeExpired({
  name: 'purge-payment-events',
  cron: '0 4 * * *',
  clock: 'business',
  async steps({ db, now }, inBatches) {
    const daysAgo = (days: number) => addSpan(now(), { days: -days })
    await inBatches((maxRows) => deletePaymentNetworksBefore(db, daysAgo(NETWORK_RETENTION_DAYS), maxRows))
    return { deleted: await inBatches((maxRows) => deleteHandledEvents(db, daysAgo(EVENT_RETENTION_DAYS), maxRows)) }
  },
  message: 'old payment events deleted',
})

/**
 * A guardian has no account, so keep the address only while the answer can count. The purchase records that they
 * agreed, and when.
 */
export const purgeGuardianRequests = purgeExpired({
  name: 'purge-guardian-requests',
  cron: '10 4 * * *',
  clock: 'business',
  steps: async ({ db, now }, inBatches) => ({
    deleted: await inBatches((maxRows) => deleteGuardianRequestsBefore(db, requestsExpiredBefore(now()), maxRows)),
  }),
  message: 'old guardian requests deleted',
})
