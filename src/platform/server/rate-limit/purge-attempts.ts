import { purgeExpired } from '../jobs/define-job.ts'

/** Deletes rate limit counters whose period is over. */
export const purgeAttempts = purgeExpired({
  name: 'purge-attempts',
  cron: '50 3 * * *',
  clock: 'real',
  steps: async ({ limits, now }, inBatches) => ({
    deleted: await inBatches((limit) => limits.deleteExpired(now(), limit)),
  }),
  message: 'old attempts were deleted',
})
