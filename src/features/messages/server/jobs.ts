import type { Job } from '#platform/server/jobs.ts'

/** In the small hours, when nobody writes. */
export const forgetMessagesJob: Job<object> = {
  name: 'forget-messages',
  retryDelay: 600,
  retryLimit: 5,
  cron: '20 3 * * *',
}
