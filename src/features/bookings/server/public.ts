// What the rest of the site may ask of bookings.
export { remindOfSessions, remindOfSessionsJob } from './remind-of-sessions.ts'
