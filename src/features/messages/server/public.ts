// What the rest of the site may ask of messages.
export { letterExamples } from './emails/examples.ts'
export { eraseMessages } from './erase-messages.ts'
export { exportMessages } from './export-messages.ts'
export { foretellLeaving } from './foretell-leaving.ts'
export { forgetMessages } from './forget-messages.ts'
export { forgetMessagesJob } from './jobs.ts'
export { passMailOn } from './pass-mail-on.ts'
