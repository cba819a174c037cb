import type { Job } from '#platform/server/jobs.ts'

export const releaseSessionsJob: Job<object> = {
  name: 'release-sessions',
  retryDelay: 10,
  retryLimit: 3,
  cron: '* * * * *',
}
