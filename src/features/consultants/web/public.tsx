// What the pages of other areas may show of consultants.
export { ConsultantList } from './consultant-list.tsx'
