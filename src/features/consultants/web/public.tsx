// Parts that other areas' pages may show.
export { ConsultantList } from './consultant-list.tsx'
