import type { Context } from '#platform/server/context.ts'
import { type DataKeys, decryptStored, type StoredSecret } from '#platform/server/data-keys.ts'
import { type SealResult, sealRows } from '#platform/server/seal-rows.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { listSecretsToSeal, saveSealedSecret } from './store.ts'

/** Seals authenticator secrets that are still unsealed, or sealed by a key that is no longer the first. */
export async function sealSecrets({ db, dataKeys, log }: Context): Promise<SealResult> {
  return sealRows({
    list: (after, most) => listSecretsToSeal(db, dataKeys, after, most),
    seal: async ({ id, accountId, secret }) => {
      await saveSealedSecret(db, id, sealSecret(dataKeys, accountId, openSecret(dataKeys, accountId, secret)))
    },
    onFailure: ({ id }) => log.error({ authenticator: id }, 'no key opens the secret of an authenticator'),
  })
}

export function sealSecret(dataKeys: DataKeys, accountId: MemberId, secret: Buffer): Buffer {
  return dataKeys.seal(secret, sealContext(accountId))
}

export function openSecret(dataKeys: DataKeys, accountId: MemberId, stored: StoredSecret): Buffer {
  return decryptStored(dataKeys, stored, sealContext(accountId))
}

function sealContext(accountId: MemberId): string {
  return `authenticator ${accountId}`
}
