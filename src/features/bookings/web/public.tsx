// What other areas and the pages of the app may show of bookings.
export { ImportedCalendarsPanel } from './imported-calendars-panel.tsx'
export { RatingPanel } from './rating-panel.tsx'
