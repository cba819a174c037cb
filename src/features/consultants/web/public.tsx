// Parts that pages of other features may show.
export { ConsultantList } from './consultant-list.tsx'
