// What the rest of the site may ask of bookings.
export { type FetchCalendar, fetchCalendar } from './calendar-gateway.ts'
export { eraseRatings } from './erase-ratings.ts'
export { exportCalendars } from './export-calendars.ts'
export { exportRatings } from './export-ratings.ts'
export { importCalendar } from './import-calendar.ts'
export { importCalendars } from './import-calendars.ts'
export { importCalendarJob, importCalendarsJob } from './jobs.ts'
export { type AllowedRating, findAllowedRatings } from './rating-store.ts'
