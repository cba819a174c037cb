export { BookSessionLink, SessionsLeft, UpcomingSessionsPanel } from '../booking/web/portal-sections.tsx'
