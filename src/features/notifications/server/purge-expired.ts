import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import { retentionCutoffs } from '../rules/retention.ts'
import { deleteOldNotifications } from './store.ts'

export const purgeExpiredNotifications = purgeExpired({
  name: 'purge-notifications',
  cron: '25 3 * * *',
  clock: 'real',
  async steps({ db, now }, inBatches) {
    const cutoffs = retentionCutoffs(now())
    const deletedRead = await inBatches((limit) => deleteOldNotifications(db, 'readAt', cutoffs.read, limit))
    return {
      deleted:
        deletedRead + (await inBatches((limit) => deleteOldNotifications(db, 'createdAt', cutoffs.created, limit))),
    }
  },
  message: 'old notifications were deleted',
})
