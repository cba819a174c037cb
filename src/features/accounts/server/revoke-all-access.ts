import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { deleteCalendarFeed } from '../calendar-feed/server/store.ts'
import { revokeLinks } from '../email-address/server/store.ts'
import { revokePasswordLinks } from '../passwords/server/store.ts'
import { deleteDevices } from '../sessions/server/device-store.ts'
import { revokeSessions } from '../sessions/server/store.ts'
import { revokeChallenges } from './challenge-store.ts'
import { savePasswordHash } from './store.ts'

/**
 * Revokes everything that gives access to the account: password, sessions, links, pending logins, trusted devices and
 * the calendar feed. Known browsers are deleted too, because an intruder may have added many, each with its own login
 * attempts.
 * @param passwordHash the hash of the new password; if omitted, the old password is kept for when the account is
 * enabled again
 * @param keptSession the session in which the member sets a new password, which stays open
 */
export async function revokeAllAccess(
  tx: Db,
  accountId: MemberId,
  { passwordHash, now, keptSession }: { passwordHash?: string; now: Date; keptSession?: string },
): Promise<void> {
  if (passwordHash) await savePasswordHash(tx, accountId, passwordHash)
  await deleteDevices(tx, accountId, { exceptOfSession: keptSession })
  await revokeSessions(tx, accountId, { now, except: keptSession })
  await revokePasswordLinks(tx, accountId, { now })
  await revokeChallenges(tx, accountId)
  // An intruder may have requested a change of email address to get back in.
  await revokeLinks(tx, accountId, { changesAddress: true, now })
  // An intruder may have created a feed so that they can keep reading.
  await deleteCalendarFeed(tx, accountId)
}
