import { defineJob } from '#platform/server/jobs/define-job.ts'
import { sendPasswordLink, sendPasswordLinkQueue } from '../passwords/server/request-password-reset.ts'
import { purgeExpiredLogins } from '../privacy/server/purge-expired.ts'
import { removeLostFactors } from '../second-factor/server/factor-recovery.ts'

export const jobs = [
  purgeExpiredLogins,
  // Hourly, so that a factor is removed at most an hour after its week has passed.
  defineJob({
    name: 'remove-factors-reported-lost',
    retryDelay: 600,
    retryLimit: 3,
    cron: '20 * * * *',
    clock: 'real',
    run: removeLostFactors,
  }),
  defineJob({ ...sendPasswordLinkQueue, clock: 'real', run: sendPasswordLink }),
]
