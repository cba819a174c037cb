// What other areas may ask of the company's settings.
export { readCompany } from './get-company.ts'
export { seedCompany } from './seed-company.ts'
export { type LetterExamples, senderOf } from './sign-letter.ts'
export { findPlaceholders, lockCompany, readLegalNotes, readStanding, saveCompany, saveLegalNotes } from './store.ts'
