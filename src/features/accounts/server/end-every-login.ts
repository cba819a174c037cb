import type { Context } from '#platform/server/context.ts'
import { endAllDeviceTrust, endAllLinks, endAllSessions } from './restore-store.ts'

/**
 * After a backup was restored: what somebody ended since would be open again, a link that was used would work once more,
 * and a browser that was trusted no longer would be. So everybody logs in again, by password and second factor.
 * @returns how many sessions ended
 */
export async function endEveryLogin({ db, now }: Context): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await endAllLinks(tx, now())
    await endAllDeviceTrust(tx)
    return endAllSessions(tx, now())
  })
}
