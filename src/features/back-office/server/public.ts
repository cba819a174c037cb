export { refreshCachedMetrics } from '../metrics/server/compute-metrics.ts'
export { emailPreviews } from './email-previews.ts'
export { jobs } from './jobs.ts'
export { personalData } from './personal-data.ts'
