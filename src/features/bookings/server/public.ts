// What the rest of the site may ask of bookings.
export { eraseSessionNotes } from './erase-session-notes.ts'
export { exportSessionNotes } from './export-session-notes.ts'
