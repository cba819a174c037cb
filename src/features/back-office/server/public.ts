// What the application asks of the back office.

export { letterExamples } from './emails/examples.ts'
export { eraseMemberNotes } from './erase-member-notes.ts'
export { exportMemberNotes } from './export-member-notes.ts'
export { keepFiguresJob } from './jobs.ts'
export { keepFigures } from './keep-figures.ts'
