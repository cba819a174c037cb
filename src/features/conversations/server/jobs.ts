import type { Job } from '#platform/server/jobs.ts'

/** Often enough that what came in the quiet minutes after a letter is told soon after them. */
export const tellOfWaitingJob: Job<object> = {
  name: 'tell-of-waiting',
  retryDelay: 60,
  retryLimit: 3,
  cron: '*/5 * * * *',
}

/** In the small hours, when nobody writes. */
export const forgetConversationsJob: Job<object> = {
  name: 'forget-conversations',
  retryDelay: 600,
  retryLimit: 5,
  cron: '50 3 * * *',
}
