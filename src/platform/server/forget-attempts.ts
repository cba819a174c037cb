import type { Context } from './context.ts'
import { openBatches } from './db/in-batches.ts'
import type { Job } from './jobs.ts'

export const forgetAttemptsJob: Job<object> = {
  name: 'forget-attempts',
  retryDelay: 600,
  retryLimit: 5,
  cron: '50 3 * * *',
}

/** Attempts that were counted for a span of time that is over. */
export async function forgetAttempts({ limits, now, log }: Context): Promise<void> {
  const deleted = await openBatches()((most) => limits.forgetOver(now(), most))
  if (deleted > 0) log.info({ deleted }, 'old attempts were deleted')
}
