import { purgeExpiredMessages } from './purge-expired.ts'

export const jobs = [purgeExpiredMessages]
