export { NotificationBell } from './bell-panel.tsx'
