// What other areas may ask of bookings.
export { eraseSessionNotes } from './erase-session-notes.ts'
export { eraseSessions } from './erase-sessions.ts'
export { exportSessionNotes } from './export-session-notes.ts'
export { exportSessions } from './export-sessions.ts'
export { releaseSessionsJob, remindOfSessionsJob } from './jobs.ts'
export { releaseSessions } from './release-sessions.ts'
export { remindOfSessions } from './remind-of-sessions.ts'
