import type { Job } from '#platform/server/jobs.ts'

/** In the small hours, when nobody logs in. */
export const forgetLoginsJob: Job<object> = {
  name: 'forget-logins',
  retryDelay: 600,
  retryLimit: 5,
  cron: '30 3 * * *',
}
