export { NotificationBell } from './bell-panel.tsx'
export { refreshBell } from './queries.ts'
