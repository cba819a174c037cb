import type { Context } from '#platform/server/context.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import { verifyPassword } from './hash-password.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { findAccountByEmail } from './store.ts'

/** SECURITY S6: wrong passwords from one address, and for one account from all addresses together. */
const wrongByAddress: Limit = { name: 'login-address', attempts: 30, seconds: 900 }
const wrongByAccount: Limit = { name: 'login-account', attempts: 100, seconds: 900 }

export async function logIn(
  context: Context,
  { email, password, keepSignedIn }: BodyOf<typeof contract.login>,
  from: { address: string; userAgent: string },
): Promise<OpenedSession> {
  const addressCount = addressKey(from.address)
  const accountCount = canonicalEmailAddress(email)
  // Counted before the password is looked at: of many guesses at once, not one more is answered than the limit says.
  await context.limits.count(wrongByAddress, addressCount)
  await context.limits.count(wrongByAccount, accountCount)

  const account = await findAccountByEmail(context.db, email)
  const isRight = await verifyPassword(account?.passwordHash, password)
  if (!account || !isRight || account.isDisabled) throw new Refused('wrong-credentials')
  await context.limits.forgive(wrongByAddress, addressCount)
  await context.limits.clear(wrongByAccount, accountCount)
  return openSession(context, account, { keepSignedIn, userAgent: from.userAgent })
}
