import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { retention } from '../../sessions/rules.ts'
import { deleteExpiredLinks, deleteExpiredSessions, deleteUnusedDevices, linkTables } from './store.ts'

export const purgeExpiredLogins = purgeExpired({
  name: 'purge-logins',
  cron: '30 3 * * *',
  clock: 'real',
  async steps({ db, now }, inBatches) {
    const cutoff = (period: { days: number }) => addSpan(now(), { days: -period.days })
    const sessions = await inBatches((most) => deleteExpiredSessions(db, cutoff(retention.session), most))
    const devices = await inBatches((most) => deleteUnusedDevices(db, cutoff(retention.device), most))
    let links = 0
    for (const table of linkTables)
      links += await inBatches((most) => deleteExpiredLinks(db, table, cutoff(retention.link), most))
    return { sessions, devices, links }
  },
  message: 'expired sessions, links and devices were deleted',
})
