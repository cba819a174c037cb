import { Secret, TOTP } from 'otpauth'
import type { Context } from '#platform/server/context.ts'
import { type DataKeys, decryptStored, type StoredSecret } from '#platform/server/data-keys.ts'
import { type SealResult, sealRows } from '#platform/server/seal-rows.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { listSecretsToSeal, saveSealedSecret } from './store.ts'

/** Seals authenticator secrets that are not sealed yet, or that were sealed with a key that is no longer the first. */
export async function sealSecrets({ db, dataKeys, log }: Context): Promise<SealResult> {
  return sealRows({
    list: (after, most) => listSecretsToSeal(db, dataKeys, after, most),
    seal: async ({ id, accountId, secret }) => {
      await saveSealedSecret(db, id, sealSecret(dataKeys, accountId, openSecret(dataKeys, accountId, secret)))
    },
    onFailure: ({ id }) => log.error({ authenticator: id }, 'authenticator secret not opened: no key matches'),
  })
}

export function sealSecret(dataKeys: DataKeys, accountId: MemberId, secret: Buffer): Buffer {
  return dataKeys.seal(secret, sealContext(accountId))
}

/** @returns the time step of a code, at most one away from the current step, or undefined if the code is wrong */
export function findCodeStep(
  { dataKeys, now }: Context,
  accountId: MemberId,
  secret: StoredSecret,
  code: string,
): number | undefined {
  const timestamp = now().getTime()
  const delta = createTotp(openSecret(dataKeys, accountId, secret)).validate({ token: code, timestamp, window: 1 })
  if (delta === null) return undefined
  return Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta
}

const PERIOD_SECONDS = 30

/** Settings that every authenticator app supports. */
export function createTotp(secret: Buffer): TOTP {
  return new TOTP({
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })
}

function openSecret(dataKeys: DataKeys, accountId: MemberId, stored: StoredSecret): Buffer {
  return decryptStored(dataKeys, stored, sealContext(accountId))
}

function sealContext(accountId: MemberId): string {
  return `authenticator ${accountId}`
}
