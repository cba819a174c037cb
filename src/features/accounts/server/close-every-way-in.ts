import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { endChallenges } from './challenge-store.ts'
import { deleteDevices } from './device-store.ts'
import { deleteCalendarFeed } from './feed-store.ts'
import { endPasswordLinks } from './reset-store.ts'
import { endSessions } from './session-store.ts'
import { savePasswordHash } from './store.ts'
import { endEmailChanges } from './verification-store.ts'

/**
 * Whatever let somebody into the account does so no longer: password, sessions, links, logins under way, trust, the
 * address for calendars. Nor is any browser known: whoever had the old password could have made many known, each with
 * guesses of its own.
 * @param passwordHash of the next password; without one the old one stays, for when the account is enabled again
 * @param keptSession the one in which the member sets another password: it goes on, in its browser
 */
export async function closeEveryWayIn(
  tx: Db,
  accountId: MemberId,
  { passwordHash, now, keptSession }: { passwordHash?: string; now: Date; keptSession?: string },
): Promise<void> {
  if (passwordHash) await savePasswordHash(tx, accountId, passwordHash)
  await deleteDevices(tx, accountId, { exceptOfSession: keptSession })
  await endSessions(tx, accountId, { now, except: keptSession })
  await endPasswordLinks(tx, accountId, { now })
  await endChallenges(tx, accountId)
  // A stranger who was in the account may have asked for another address, to be let in by it.
  await endEmailChanges(tx, accountId, now)
  // Or may have made an address to read along.
  await deleteCalendarFeed(tx, accountId)
}
