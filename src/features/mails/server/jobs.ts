import type { Job } from '#platform/server/jobs.ts'

/** One part of the members after the other, by id. */
export const spreadNewsJob: Job<{ newsId: string; after?: string }> = {
  name: 'spread-news',
  retryDelay: 30,
  retryLimit: 50,
}
