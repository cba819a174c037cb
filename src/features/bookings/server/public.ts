// What other areas may ask of bookings.
export { eraseSessions } from './erase-sessions.ts'
export { exportSessions } from './export-sessions.ts'
export { releaseSessionsJob } from './jobs.ts'
export { releaseSessions } from './release-sessions.ts'
