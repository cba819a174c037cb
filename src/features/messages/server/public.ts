// What the rest of the site may ask of messages.
export { forgetMessages } from './forget-messages.ts'
export { forgetMessagesJob } from './jobs.ts'
