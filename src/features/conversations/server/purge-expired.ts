import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import { deleteOldIncomingEmails } from '../incoming-email/server/store.ts'
import { messageIdRetentionCutoff, messageRetentionCutoff } from '../messages/rules.ts'
import { deleteOldConversations, deleteOldMessages } from './store.ts'

export const purgeExpiredConversations = purgeExpired({
  name: 'purge-conversations',
  cron: '50 3 * * *',
  clock: 'real',
  async steps({ db, now }, inBatches) {
    const messageCutoff = messageRetentionCutoff(now())
    const deleted = await inBatches((limit) => deleteOldMessages(db, messageCutoff, limit))
    await inBatches((limit) => deleteOldConversations(db, messageCutoff, limit))
    await inBatches((limit) => deleteOldIncomingEmails(db, messageIdRetentionCutoff(now()), limit))
    return { deleted }
  },
  message: 'old conversation messages were deleted',
})
