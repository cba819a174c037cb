// What other areas and the pages of the app may show of bookings.

export { BookSession } from './book-session-panel.tsx'
export { SessionsLeft } from './sessions-left-list.tsx'
export { UpcomingSessions } from './upcoming-sessions-panel.tsx'
