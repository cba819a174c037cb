// What other areas may ask of bookings.
export { eraseSessions } from './erase-sessions.ts'
export { exportSessions } from './export-sessions.ts'
export { releaseSessionsJob } from './jobs.ts'
export { listBookableSessions } from './list-bookable-sessions.ts'
export { listBookings } from './list-bookings.ts'
export { releaseSessions } from './release-sessions.ts'
