// What the dashboard shows of the portal's own.
export { ProfileSummary } from './profile-summary-card.tsx'
export { QuickActions } from './quick-actions-panel.tsx'
