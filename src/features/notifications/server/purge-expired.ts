import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import { retentionCutoffs } from '../rules/retention.ts'
import { deleteExpiredNotifications } from './store.ts'

export const purgeExpiredNotifications = purgeExpired({
  name: 'purge-notifications',
  cron: '25 3 * * *',
  clock: 'real',
  async steps({ db, now }, inBatches) {
    const cutoffs = retentionCutoffs(now())
    const deletedRead = await inBatches((limit) => deleteExpiredNotifications(db, 'readAt', cutoffs.read, limit))
    const deletedByAge = await inBatches((limit) => deleteExpiredNotifications(db, 'createdAt', cutoffs.created, limit))
    return { deleted: deletedRead + deletedByAge }
  },
  message: 'old notifications were deleted',
})

export const jobs = [purgeExpiredNotifications]
