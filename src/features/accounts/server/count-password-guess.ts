import type { Context } from '#platform/server/context.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { findDevice } from './device-store.ts'
import { hashToken } from './make-token.ts'
import type { Caller } from './note-device.ts'
import type { Account } from './store.ts'

/** SECURITY S6: wrong passwords from one address, and for one account from all addresses together. */
const byAddress: Limit = { name: 'login-address', attempts: 30, seconds: 900 }
const byAccount: Limit = { name: 'login-account', attempts: 100, seconds: 900 }
/** A browser that the member has logged in with before is counted by itself: no stranger can use up its tries. */
const byDevice: Limit = { name: 'login-device', attempts: 30, seconds: 900 }

/**
 * Counted before the password is looked at: of many guesses at once, not one more is answered than the limits say.
 * @returns how to take the count back once the password was right
 * @throws HttpProblem 429
 */
export async function countPasswordGuess(
  { db, limits }: Context,
  { email, account, caller }: { email: string; account: Account | undefined; caller: Caller },
): Promise<() => Promise<void>> {
  const device =
    account && caller.deviceToken ? await findDevice(db, account.id, hashToken(caller.deviceToken)) : undefined
  if (device) {
    await limits.count(byDevice, device.id)
    return () => limits.clear(byDevice, device.id)
  }
  const address = addressKey(caller.address)
  const mailbox = canonicalEmailAddress(email)
  await limits.count(byAddress, address)
  await limits.count(byAccount, mailbox)
  return async () => {
    await limits.forgive(byAddress, address)
    await limits.clear(byAccount, mailbox)
  }
}

/** Whoever holds a reset link of the mailbox is its owner: guesses of others do not keep them out. */
export async function forgetPasswordGuesses({ limits }: Context, email: string): Promise<void> {
  await limits.clear(byAccount, canonicalEmailAddress(email))
}
