import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { Passkey } from '../../passkeys/contract.ts'
import { deletePasskeys, listPasskeys, type StoredPasskey } from '../../passkeys/server/store.ts'
import { revokeChallenges } from '../../server/challenge-store.ts'
import type { Account } from '../../server/store.ts'
import { revokeTrustedDevices } from '../../sessions/server/device-store.ts'
import type * as contract from '../contract.ts'
import { listMethods, needsSecondFactor } from '../rules.ts'
import { countRecoveryCodes, deleteAuthenticators, findAuthenticator, findRecovery, getFactors } from './store.ts'

export type LostFactors = 'nothing' | 'passkeys' | 'second-factor'

/**
 * For a member who has proved control of the mailbox by opening a link. An intruder may have added a passkey, which
 * works without the password. If the address was unconfirmed, a stranger may have opened the account and locked it with
 * their own app. If the address is confirmed, the app stays, because access to the mailbox alone must not bypass it.
 * Staff keep their factors, which only the operator can reset.
 */
export async function removeUnprovenFactors(tx: Db, { id, role, emailVerified }: Account): Promise<LostFactors> {
  if (role !== 'member') return 'nothing'
  if (!emailVerified) return (await removeSecondFactors(tx, id)) ? 'second-factor' : 'nothing'
  if ((await getFactors(tx, id)).passkeys === 0) return 'nothing'
  await deletePasskeys(tx, id)
  return 'passkeys'
}

export async function getSecondFactor({
  db,
  actor,
  publicUrl,
}: MemberContext): Promise<ResponseOf<typeof contract.getSecondFactor>> {
  const authenticator = await findAuthenticator(db, actor.memberId)
  const recovery = await findRecovery(db, actor.memberId)
  const passkeys = await listPasskeys(db, actor.memberId)
  return {
    authenticator: authenticator ? { since: authenticator.confirmedAt.toISOString() } : null,
    recoveryCodesLeft: await countRecoveryCodes(db, actor.memberId),
    passkeys: passkeys.map(toPasskey),
    removedAt: recovery?.dueAt.toISOString() ?? null,
    isRequired: needsSecondFactor(actor.role, publicUrl),
  }
}

function toPasskey({ id, name, createdAt, lastUsedAt }: StoredPasskey): Passkey {
  return { id, name, addedAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

/**
 * For a user who has lost their phone and recovery codes. The caller must verify the user and notify the owner.
 * @returns whether there was a second factor
 */
export async function removeSecondFactors(tx: Db, accountId: MemberId): Promise<boolean> {
  const hadFactor = listMethods(await getFactors(tx, accountId)).length > 0
  await deleteAuthenticators(tx, accountId)
  await deletePasskeys(tx, accountId)
  await revokeTrustedDevices(tx, accountId, 'everywhere')
  await revokeChallenges(tx, accountId)
  return hadFactor
}
