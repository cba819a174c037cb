import { defineJob } from '#platform/server/jobs/define-job.ts'
import { notifyPackageDates } from '../entitlements/server/notify-package-dates.ts'
import { expireSessions } from '../ledger/server/expire-sessions.ts'
import { purgeDocuments } from './purge-expired.ts'
import {
  sendMissingConfirmations,
  sendPurchaseConfirmation,
  sendPurchaseConfirmationQueue,
} from './send-purchase-confirmation.ts'

export const jobs = [
  defineJob({
    ...sendPurchaseConfirmationQueue,
    clock: 'business',
    run: (context, { purchaseId }) => sendPurchaseConfirmation(context, purchaseId),
  }),
  defineJob({
    name: 'send-missing-confirmations',
    retryDelay: 60,
    retryLimit: 3,
    cron: '35 * * * *',
    clock: 'business',
    isDueWhenClockMoves: true,
    run: sendMissingConfirmations,
  }),
  purgeDocuments,
  // Runs often, because the page shows these sessions until they expire, although they can no longer be booked.
  defineJob({
    name: 'expire-sessions',
    retryDelay: 20,
    retryLimit: 2,
    cron: '*/5 * * * *',
    clock: 'business',
    isDueWhenClockMoves: true,
    run: expireSessions,
  }),
  defineJob({
    name: 'notify-package-dates',
    retryDelay: 20,
    retryLimit: 2,
    cron: '*/5 * * * *',
    clock: 'business',
    isDueWhenClockMoves: true,
    run: notifyPackageDates,
  }),
]
