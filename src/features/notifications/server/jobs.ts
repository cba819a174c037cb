import type { Job } from '#platform/server/jobs.ts'

/** In the small hours, when nobody reads. */
export const forgetNotificationsJob: Job<object> = {
  name: 'forget-notifications',
  retryDelay: 600,
  retryLimit: 5,
  cron: '25 3 * * *',
}
