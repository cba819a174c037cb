export { BookSessionLink, SessionsLeft, UpcomingSessionsPanel } from '../booking/web/portal-sections.tsx'
export { ServiceRatingText } from '../ratings/web/service-rating-text.tsx'
