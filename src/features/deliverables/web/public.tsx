export { DeliverablesOverviewPanel } from '../member/web/deliverables-overview-panel.tsx'
export {
  DeliverablesList,
  fetchDeliverables,
  fetchProgress,
  findProgress,
  ProgressPanel,
} from '../member/web/package-deliverables-panel.tsx'
