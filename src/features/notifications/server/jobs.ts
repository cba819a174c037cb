import { purgeExpiredNotifications } from './purge-expired.ts'

export const jobs = [purgeExpiredNotifications]
