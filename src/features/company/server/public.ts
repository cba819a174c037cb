export {
  type Addressee,
  type EmailContent,
  type EmailPreviews,
  type EmailReader,
  type EmailSite,
  emailTo,
  emailToCompany,
  readEmailSite,
  sendEmail,
  turnOffNote,
} from './email-frame.ts'
export { seedCompany } from './seed-company.ts'
export {
  findPlaceholders,
  getCompanyStatus,
  getLegalNotes,
  lockCompany,
  readCompany,
  saveCompany,
  saveLegalNotes,
} from './store.ts'
