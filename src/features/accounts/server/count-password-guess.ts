import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'

/** SECURITY S6: wrong passwords from one address, and for one account from all addresses together. */
const byAddress: Limit = { name: 'login-address', attempts: 30, seconds: 900 }
const byAccount: Limit = { name: 'login-account', attempts: 100, seconds: 900 }
/** A browser that the member has logged in with before is counted by itself: no stranger can use up its tries. */
const byDevice: Limit = { name: 'login-device', attempts: 30, seconds: 900 }

/**
 * Counted before the password is looked at: of many guesses at once, not one more is answered than the limits say.
 * @returns how to take the count back once the password was right, as the last thing that its transaction does
 * @throws HttpProblem 429
 */
export async function countPasswordGuess(
  { limits }: Context,
  { email, address, deviceId }: { email: string; address: string; deviceId: string | undefined },
): Promise<(tx: Db) => Promise<void>> {
  if (deviceId) {
    await limits.count(byDevice, deviceId)
    return (tx) => limits.clear(tx, byDevice, deviceId)
  }
  const ofAddress = { limit: byAddress, key: addressKey(address) }
  const ofAccount = { limit: byAccount, key: canonicalEmailAddress(email) }
  await limits.countBoth(ofAddress, ofAccount)
  return (tx) => limits.takeBack(tx, ofAddress, ofAccount)
}

/** Whoever holds a reset link of the mailbox is its owner: guesses of others do not keep them out. */
export async function forgetPasswordGuesses({ db, limits }: Context, email: string): Promise<void> {
  await limits.clear(db, byAccount, canonicalEmailAddress(email))
}
