import type { MemberContext } from '#platform/server/context.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { Passkey } from '../contract/passkey.ts'
import type * as contract from '../contract/second-factor.ts'
import { needsSecondFactor } from '../rules/second-factor.ts'
import { countRecoveryCodes, findAuthenticator } from './factor-store.ts'
import { listPasskeys, type StoredPasskey } from './passkey-store.ts'

export async function getSecondFactor({
  db,
  actor,
  publicUrl,
}: MemberContext): Promise<ResponseOf<typeof contract.getSecondFactor>> {
  const authenticator = await findAuthenticator(db, actor.memberId)
  const passkeys = await listPasskeys(db, actor.memberId)
  return {
    authenticator: authenticator ? { since: authenticator.confirmedAt.toISOString() } : null,
    recoveryCodesLeft: await countRecoveryCodes(db, actor.memberId),
    passkeys: passkeys.map(toPasskey),
    isRequired: needsSecondFactor(actor.role, publicUrl),
  }
}

function toPasskey({ id, name, createdAt, lastUsedAt }: StoredPasskey): Passkey {
  return { id, name, addedAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}
