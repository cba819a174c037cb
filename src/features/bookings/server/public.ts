// What the rest of the site may ask of bookings.

export { type FetchCalendar, fetchCalendar } from './calendar-gateway.ts'
export { letterExamples } from './emails/examples.ts'
export { eraseBookingFiles } from './erase-booking-files.ts'
export { eraseEarlierWishes } from './erase-earlier-wishes.ts'
export { eraseRatings } from './erase-ratings.ts'
export { eraseSessionNotes } from './erase-session-notes.ts'
export { eraseSessions } from './erase-sessions.ts'
export { exportBookingFiles } from './export-booking-files.ts'
export { exportCalendars } from './export-calendars.ts'
export { exportEarlierWishes } from './export-earlier-wishes.ts'
export { exportRatings } from './export-ratings.ts'
export { exportSessionNotes } from './export-session-notes.ts'
export { exportSessions } from './export-sessions.ts'
export { foretellLeaving } from './foretell-leaving.ts'
export { forgetBookingFiles } from './forget-booking-files.ts'
export { getSessionsOverview } from './get-sessions-overview.ts'
export { importCalendar } from './import-calendar.ts'
export { importCalendars } from './import-calendars.ts'
export {
  forgetBookingFilesJob,
  importCalendarJob,
  importCalendarsJob,
  offerEarlierTimesJob,
  releaseSessionsJob,
  remindOfSessionsJob,
  warnOfEndsJob,
} from './jobs.ts'
export { listBookings } from './list-bookings.ts'
export { listNotesAboutMember } from './list-session-notes.ts'
export { offerEarlierTimes } from './offer-earlier-times.ts'
export { type AllowedRating, findAllowedRatings } from './rating-store.ts'
export { releaseSessions } from './release-sessions.ts'
export { remindOfSessions } from './remind-of-sessions.ts'
export { warnOfEnds } from './warn-of-ends.ts'
