import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { retention } from '../inbox/rules.ts'
import { deleteExpiredMessages } from './store.ts'

export const purgeExpiredMessages = purgeExpired({
  name: 'purge-messages',
  cron: '20 3 * * *',
  clock: 'real',
  async steps({ db, now }, inBatches) {
    const deleted = { contact: 0, complaint: 0, cancellation: 0, spam: 0 }
    for (const kind of ['contact', 'complaint', 'cancellation', 'spam'] as const) {
      const cutoff = addSpan(now(), { months: -retention[kind].months })
      deleted[kind] = await inBatches((most) => deleteExpiredMessages(db, kind, cutoff, most))
    }
    return deleted
  },
  message: 'old messages were deleted',
})

export const jobs = [purgeExpiredMessages]
