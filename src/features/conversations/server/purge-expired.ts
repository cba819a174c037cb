import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import { deleteOldIncomingEmails } from '../incoming-email/server/store.ts'
import { messageIdRetentionCutoff, messageRetentionCutoff } from '../messages/rules.ts'
import { deleteOldConversations, deleteOldMessages } from './store.ts'

export const purgeExpiredConversations = purgeExpired({
  name: 'purge-conversations',
  cron: '50 3 * * *',
  clock: 'real',
  async steps({ db, now }, inBatches) {
    const before = messageRetentionCutoff(now())
    const deleted = await inBatches((most) => deleteOldMessages(db, before, most))
    await inBatches((most) => deleteOldConversations(db, before, most))
    await inBatches((most) => deleteOldIncomingEmails(db, messageIdRetentionCutoff(now()), most))
    return { deleted }
  },
  message: 'old messages of conversations were deleted',
})
