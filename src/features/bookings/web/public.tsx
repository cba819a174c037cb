// What other areas and the pages of the app may show of bookings.

export { BookSession } from './book-session-panel.tsx'
export { CalendarFeedPanel } from './calendar-feed-panel.tsx'
export { EarlierWishPanel } from './earlier-wish-panel.tsx'
export { ImportedCalendarsPanel } from './imported-calendars-panel.tsx'
export { RatingPanel } from './rating-panel.tsx'
export { UpcomingSessions } from './upcoming-sessions-panel.tsx'
