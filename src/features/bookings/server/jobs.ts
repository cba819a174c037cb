import type { Job } from '#platform/server/jobs.ts'

/** A failure of the other side is noted and no failure of the job: the next round comes anyway. */
export const importCalendarJob: Job<{ calendarId: string }> = { name: 'import-calendar', retryDelay: 60, retryLimit: 2 }

export const importCalendarsJob: Job<object> = {
  name: 'import-calendars',
  retryDelay: 60,
  retryLimit: 2,
  cron: '*/15 * * * *',
}

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

/** Of packages with sessions that nobody has booked, in proportion to their length. */
export const warnOfEndsJob: Job<object> = { name: 'warn-of-ends', retryDelay: 60, retryLimit: 2, cron: '*/5 * * * *' }

/** Every minute, and at once where a time becomes free. */
export const offerEarlierTimesJob: Job<object> = {
  name: 'offer-earlier-times',
  retryDelay: 10,
  retryLimit: 3,
  cron: '* * * * *',
}

/** In the small hours, when nobody asks for a file. */
export const forgetBookingFilesJob: Job<object> = {
  name: 'forget-booking-files',
  retryDelay: 600,
  retryLimit: 5,
  cron: '45 4 * * *',
}
