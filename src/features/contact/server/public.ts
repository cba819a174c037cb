export { forwardEmail } from '../form/server/send-message.ts'
export { emailPreviews } from './email-previews.ts'
export { personalData } from './personal-data.ts'
export { jobs } from './purge-expired.ts'
