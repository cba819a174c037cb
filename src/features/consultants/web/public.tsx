// Parts that other areas' pages may show.
export { ConsultantList, ConsultantPicture } from './consultant-list.tsx'
