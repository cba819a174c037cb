// What other areas may ask of notifications.
export { eraseNotifications } from './erase-notifications.ts'
export { exportNotifications } from './export-notifications.ts'
export { forgetNotifications } from './forget-notifications.ts'
export { forgetNotificationsJob } from './jobs.ts'
export { markToldRead } from './mark-told-read.ts'
export { findTold } from './store.ts'
export { takeBack } from './take-back.ts'
export { tellMember } from './tell-member.ts'
