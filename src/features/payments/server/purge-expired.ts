import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { requestsExpiredBefore } from '../guardians/rules.ts'
import { deleteGuardianRequestsBefore } from '../guardians/server/store.ts'
import { deleteHandledEvents } from '../webhooks/server/store.ts'
import { deletePaymentNetworksBefore } from './store.ts'

/** Stripe retries an event for three days, and it can be resent by hand for thirty. */
const EVENT_RETENTION_DAYS = 90
/** How long we keep the IP network from which a payment was started, to limit card testing. */
const NETWORK_RETENTION_DAYS = 1

/** Deletes networks and handled events. What the events said is stored with the purchase. Counts only the events. */
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
 * A guardian has no account, so keep the address only as long as their answer can be used. The purchase records that
 * they agreed, and when.
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
