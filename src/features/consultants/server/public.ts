export { personalData } from './personal-data.ts'
export { type ConsultantProfile, findConsultantProfile, isAdvising } from './store.ts'
