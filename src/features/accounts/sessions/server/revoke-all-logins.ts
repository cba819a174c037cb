import type { Context } from '#platform/server/context.ts'
import { openBatches, withoutTimeLimit } from '#platform/server/db/batches.ts'
import {
  deleteAllChallenges,
  deleteAllRecoveries,
  revokeAllLinks,
  revokeAllSessions,
  revokeAllTrustedDevices,
} from './restore-store.ts'

/**
 * After a restore, sessions ended since the backup would be open again and used links would work. Revoked trust would
 * return, and cancelled removals of factors would go ahead. So everyone logs in again, by password and second factor.
 * It runs in batches while no one else uses the site, and can be repeated after an interruption.
 * @returns how many sessions ended
 */
export async function revokeAllLogins({ db, now }: Context): Promise<number> {
  await revokeAllLinks(db, now())
  await openBatches(withoutTimeLimit)((most) => deleteAllChallenges(db, most))
  await openBatches(withoutTimeLimit)((most) => deleteAllRecoveries(db, most))
  await revokeAllTrustedDevices(db)
  return revokeAllSessions(db, now())
}
