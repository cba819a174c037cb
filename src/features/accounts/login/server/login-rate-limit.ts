import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { HttpError } from '#platform/server/http/http-error.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { hashToken } from '#platform/server/token.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findDevice } from '../../sessions/server/device-store.ts'
import type { Caller } from './known-devices.ts'

/** At any time, three of the million possible codes are valid. */
const challengeLimit: RateLimit = { name: 'second-factor-challenge', attempts: 5, seconds: 600 }
const accountCodeLimit: RateLimit = { name: 'second-factor-account', attempts: 10, seconds: 900 }
const dailyCodeLimit: RateLimit = { name: 'second-factor-account-day', attempts: 40, seconds: 86_400 }
/** Counts known browsers separately, so that attempts with a stolen password do not lock out the owner. */
const deviceCodeLimit: RateLimit = { name: 'second-factor-device', attempts: 10, seconds: 900 }

/**
 * Counts before checking the proof, so that parallel guesses cannot exceed the limits.
 * @returns a function that reverses the count after a correct proof
 * @throws HttpError 429; Refused challenge-expired once a challenge has used up its attempts
 */
export async function limitCodeAttempts(
  { db, limits }: Context,
  { accountId, challenge, caller, isCode }: { accountId: MemberId; challenge: string; caller: Caller; isCode: boolean },
): Promise<() => Promise<void>> {
  await limits.count(challengeLimit, challenge).catch((error: unknown) => {
    throw error instanceof HttpError ? new Refused('challenge-expired') : error
  })
  // Recovery codes and passkeys cannot be guessed, so they still work after someone else has used up the attempts.
  if (!isCode) return async () => {}
  const device = caller.deviceToken ? await findDevice(db, accountId, hashToken(caller.deviceToken)) : undefined
  if (device) {
    await limits.count(deviceCodeLimit, device.id)
    return () => limits.clear(db, deviceCodeLimit, device.id)
  }
  await limits.countBoth({ limit: accountCodeLimit, key: accountId }, { limit: dailyCodeLimit, key: accountId })
  return async () => {
    await limits.clear(db, accountCodeLimit, accountId)
    await limits.forgive(db, dailyCodeLimit, accountId)
  }
}

/** Limits wrong passwords per network address, and per account across all addresses. */
const addressLimit: RateLimit = { name: 'login-address', attempts: 30, seconds: 900 }
const accountLimit: RateLimit = { name: 'login-account', attempts: 100, seconds: 900 }
/** Counts known browsers separately, so that a stranger cannot use up their attempts. */
const deviceLimit: RateLimit = { name: 'login-device', attempts: 30, seconds: 900 }

/**
 * Counts before checking the password, so that parallel guesses cannot exceed the limits.
 * @returns a function that reverses the count after a correct password, as the last step of the transaction
 * @throws HttpError 429
 */
export async function limitPasswordAttempts(
  { limits }: Context,
  { email, address, deviceId }: { email: string; address: string; deviceId: string | undefined },
): Promise<(tx: Db) => Promise<void>> {
  if (deviceId) {
    await limits.count(deviceLimit, deviceId)
    return (tx) => limits.clear(tx, deviceLimit, deviceId)
  }
  const perAddress = { limit: addressLimit, key: addressKey(address) }
  const perAccount = { limit: accountLimit, key: canonicalEmailAddress(email) }
  await limits.countBoth(perAddress, perAccount)
  return (tx) => limits.undoBoth(tx, perAddress, perAccount)
}

/** The holder of a reset link owns the mailbox, so other people's guesses must not lock them out. */
export async function clearPasswordAttempts({ db, limits }: Context, email: string): Promise<void> {
  await limits.clear(db, accountLimit, canonicalEmailAddress(email))
}
