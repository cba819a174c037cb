// What the rest of the site may ask of consultants.
export { eraseEntry } from './erase-entry.ts'
export { exportEntry } from './export-entry.ts'
