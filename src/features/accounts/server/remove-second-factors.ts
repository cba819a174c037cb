import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { methodsOf } from '../rules/second-factor.ts'
import { endChallenges } from './challenge-store.ts'
import { endTrust } from './device-store.ts'
import { deleteAuthenticators } from './factor-store.ts'
import { deletePasskeys } from './passkey-store.ts'
import { readFactors } from './read-factors.ts'

/**
 * For somebody who has lost phone and recovery codes. Whoever calls has made sure who asks, and tells the owner.
 * @returns whether there was one
 */
export async function removeSecondFactors(tx: Db, accountId: MemberId): Promise<boolean> {
  const had = methodsOf(await readFactors(tx, accountId)).length > 0
  await deleteAuthenticators(tx, accountId)
  await deletePasskeys(tx, accountId)
  await endTrust(tx, accountId, 'everywhere')
  await endChallenges(tx, accountId)
  return had
}
