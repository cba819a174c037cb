import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { endChallenges } from './challenge-store.ts'
import { endDeviceTrust } from './device-store.ts'
import { deleteAuthenticators, replaceRecoveryHashes } from './factor-store.ts'
import { deletePasskeys } from './passkey-store.ts'

/** For somebody who has lost phone and recovery codes. Whoever calls has made sure who asks, and tells the owner. */
export async function removeSecondFactors(tx: Db, accountId: MemberId): Promise<void> {
  await deleteAuthenticators(tx, accountId)
  await replaceRecoveryHashes(tx, accountId, [])
  await deletePasskeys(tx, accountId)
  await endDeviceTrust(tx, accountId)
  await endChallenges(tx, accountId)
}
