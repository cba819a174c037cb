import type { Context } from '#platform/server/context.ts'
import { openBatches, untilDone } from '#platform/server/db/in-batches.ts'
import { deleteChallenges, endAllDeviceTrust, endAllLinks, endAllSessions } from './restore-store.ts'

/**
 * After a backup was restored: what somebody ended since would be open again, a link that was used would work once more,
 * and a browser that was trusted no longer would be. So everybody logs in again, by password and second factor.
 * Nobody else is there: it is done in parts, and done again where it was not finished.
 * @returns how many sessions ended
 */
export async function endEveryLogin({ db, now }: Context): Promise<number> {
  await endAllLinks(db, now())
  await openBatches(untilDone)((most) => deleteChallenges(db, most))
  await endAllDeviceTrust(db)
  return endAllSessions(db, now())
}
