// What the rest of the site may ask of conversations.

export type { IncomingMail } from './conversations-context.ts'
export { letterExamples } from './emails/examples.ts'
export { eraseConversation } from './erase-conversation.ts'
export { exportConversation } from './export-conversation.ts'
export { forgetConversations } from './forget-conversations.ts'
export { forgetConversationsJob, tellOfWaitingJob } from './jobs.ts'
export { countUnreadMessages } from './store.ts'
export { tellOfWaiting } from './tell-of-waiting.ts'
