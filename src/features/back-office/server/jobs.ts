import type { Job } from '#platform/server/jobs.ts'

/** A count that fails is not tried again: the next one comes soon. */
export const keepFiguresJob: Job<object> = {
  name: 'keep-figures',
  retryDelay: 60,
  retryLimit: 0,
  cron: '*/5 * * * *',
}
