import type { Queue } from '#platform/server/jobs/jobs.ts'

/** Runs every minute and whenever a slot becomes free. Kept apart from `offer-slots.ts` to avoid an import cycle. */
export const offerSlotsQueue: Queue<object> = {
  name: 'offer-waitlist-slots',
  retryDelay: 10,
  retryLimit: 3,
  cron: '* * * * *',
}
