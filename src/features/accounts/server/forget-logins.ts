import type { Context } from '#platform/server/context.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { keptFor } from '../rules.ts'
import { deleteDevices, deleteLinks, deleteSessions } from './retention-store.ts'

/** Deletes what has been kept for as long as the Privacy Policy says, and leaves a line that shows it was done. */
export async function forgetLogins({ db, now, log }: Context): Promise<void> {
  const before = (kept: { days: number }) => addSpan(now(), { days: -kept.days })
  const sessions = await deleteSessions(db, before(keptFor.session))
  const devices = await deleteDevices(db, before(keptFor.device))
  const links = await deleteLinks(db, before(keptFor.link))
  if (sessions + devices + links > 0) log.info({ sessions, devices, links }, 'old logins were deleted')
}
