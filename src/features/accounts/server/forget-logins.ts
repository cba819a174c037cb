import type { Context } from '#platform/server/context.ts'
import { openBatches } from '#platform/server/db/in-batches.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { keptFor } from '../rules.ts'
import { deleteDevices, deleteLinks, deleteSessions, linkTables } from './retention-store.ts'

/** Deletes what has been kept for as long as the Privacy Policy says, and leaves a line that shows it was done. */
export async function forgetLogins({ db, now, log }: Context): Promise<void> {
  const before = (kept: { days: number }) => addSpan(now(), { days: -kept.days })
  const inBatches = openBatches()
  const sessions = await inBatches((most) => deleteSessions(db, before(keptFor.session), most))
  const devices = await inBatches((most) => deleteDevices(db, before(keptFor.device), most))
  let links = 0
  for (const table of linkTables) links += await inBatches((most) => deleteLinks(db, table, before(keptFor.link), most))
  if (sessions + devices + links > 0) log.info({ sessions, devices, links }, 'old logins were deleted')
}
