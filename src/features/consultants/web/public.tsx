// Parts that pages of other areas may show.
export { ConsultantList } from './consultant-list.tsx'
