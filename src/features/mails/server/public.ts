// What the application asks of the mails.
export { deliverWantedMail } from './deliver-wanted-mail.ts'
export { letterExamples } from './emails/examples.ts'
export { eraseNews } from './erase-news.ts'
export { exportNews } from './export-news.ts'
export { spreadNewsJob } from './jobs.ts'
export { listMailsTo } from './list-mails.ts'
export { spreadNews } from './spread-news.ts'
