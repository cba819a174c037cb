// What the rest of the site may ask of deliverables.
export { letterExamples } from './emails/examples.ts'
export { eraseItems } from './erase-items.ts'
export { exportItems } from './export-items.ts'
export { forgetItems } from './forget-items.ts'
export { getOverview } from './get-overview.ts'
export { forgetItemsJob, planItemsJob } from './jobs.ts'
export { planItems } from './plan-items.ts'
