export { BookSessionLink, SessionsLeft } from '../booking/web/package-sessions-panel.tsx'
export { UpcomingSessionsPanel } from '../booking/web/upcoming-sessions-panel.tsx'
