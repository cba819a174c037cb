import type { Job } from '#platform/server/jobs.ts'

/** So that consultants have before them what was bought a moment ago, also where the member has not looked yet. */
export const planItemsJob: Job<object> = {
  name: 'plan-deliverables',
  retryDelay: 60,
  retryLimit: 3,
  cron: '*/5 * * * *',
}

/** In the small hours, when nobody asks for a file. */
export const forgetItemsJob: Job<object> = {
  name: 'forget-deliverables',
  retryDelay: 600,
  retryLimit: 5,
  cron: '40 4 * * *',
}
