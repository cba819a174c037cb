import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import { forgottenBefore } from '../rules/retention.ts'
import { deleteOldNotifications } from './store.ts'

export const purgeExpiredNotifications = purgeExpired({
  name: 'purge-notifications',
  cron: '25 3 * * *',
  clock: 'real',
  async steps({ db, now }, inBatches) {
    const before = forgottenBefore(now())
    const read = await inBatches((most) => deleteOldNotifications(db, 'readAt', before.read, most))
    return { deleted: read + (await inBatches((most) => deleteOldNotifications(db, 'createdAt', before.told, most))) }
  },
  message: 'old notifications were deleted',
})
