// What other areas and the pages of the app may show of deliverables.
export { fetchItems, ItemsList } from './items-list.tsx'
export { OverviewPanel } from './overview-panel.tsx'
export { ProgressPanel } from './progress-panel.tsx'
export { fetchProgress, progressOf } from './queries.ts'
