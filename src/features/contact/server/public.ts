export { forwardEmail } from '../inbox/server/forward-email.ts'
export { emailPreviews } from './email-previews.ts'
export { jobs } from './jobs.ts'
export { personalData } from './personal-data.ts'
