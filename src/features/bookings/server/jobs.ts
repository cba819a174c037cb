import type { Job } from '#platform/server/jobs.ts'

export const releaseSessionsJob: Job<object> = {
  name: 'release-sessions',
  retryDelay: 10,
  retryLimit: 3,
  cron: '* * * * *',
}

export const remindOfSessionsJob: Job<object> = {
  name: 'remind-of-sessions',
  retryDelay: 20,
  retryLimit: 2,
  cron: '* * * * *',
}
