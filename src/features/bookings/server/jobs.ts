import { defineJob, type Job } from '#platform/server/jobs/define-job.ts'
import { importCalendarQueue } from '../calendar-import/server/calendars.ts'
import { type ImportContext, importCalendar, importCalendars } from '../calendar-import/server/import-calendars.ts'
import { cancelBookingsOfEndedPackages } from '../cancellation/server/cancel-bookings-of-ended-packages.ts'
import { sendPackageEndReminders } from '../reminders/server/package-end-reminders.ts'
import { sendSessionReminders } from '../reminders/server/session-reminders.ts'
import { offerSlots } from '../waitlist/server/offer-slots.ts'
import { offerSlotsQueue } from '../waitlist/server/offer-slots-queue.ts'
import { purgeBookingFiles } from './purge-expired.ts'

export const jobs: Job<ImportContext>[] = [
  defineJob({
    name: 'send-session-reminders',
    retryDelay: 20,
    retryLimit: 2,
    cron: '* * * * *',
    clock: 'business',
    isDueWhenClockMoves: true,
    run: (context) => sendSessionReminders(context),
  }),
  defineJob({
    name: 'warn-package-ending',
    retryDelay: 60,
    retryLimit: 2,
    cron: '*/5 * * * *',
    clock: 'business',
    isDueWhenClockMoves: true,
    run: (context) => sendPackageEndReminders(context),
  }),
  purgeBookingFiles,
  defineJob({
    name: 'import-calendars',
    retryDelay: 60,
    retryLimit: 2,
    cron: '*/15 * * * *',
    clock: 'business',
    run: importCalendars,
  }),
  defineJob({
    ...importCalendarQueue,
    clock: 'business',
    run: (context: ImportContext, { calendarId }) => importCalendar(context, calendarId),
  }),
  defineJob({
    name: 'release-sessions',
    retryDelay: 10,
    retryLimit: 3,
    cron: '* * * * *',
    clock: 'business',
    isDueWhenClockMoves: true,
    run: (context) => cancelBookingsOfEndedPackages(context),
  }),
  defineJob({ ...offerSlotsQueue, clock: 'business', run: (context) => offerSlots(context) }),
]
