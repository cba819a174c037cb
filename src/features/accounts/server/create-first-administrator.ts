import type { Context } from '#platform/server/context.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import { hashPassword } from './hash-password.ts'
import { makeToken } from './make-token.ts'
import { hasStaff, insertAccount } from './store.ts'

/**
 * Makes the first administrator of an empty site (PRODUCT D9).
 * @returns what to print once, or undefined where the site has an administrator
 */
export async function createFirstAdministrator(
  { db, now }: Context,
  given: { email: string | undefined; password: string | undefined },
): Promise<{ email: string; password: string } | undefined> {
  if (await hasStaff(db)) return undefined
  const email = given.email ?? 'admin@futureworld.example'
  const password = given.password ?? makeToken().token.slice(0, 24)
  const id = await insertAccount(db, {
    firstName: 'First',
    lastName: 'Administrator',
    email,
    mobile: '',
    passwordHash: await hashPassword(password),
    role: 'administrator',
    createdAt: now(),
  })
  if (!id) {
    // Another process has begun at the same time and was quicker.
    if (await hasStaff(db)) return undefined
    throw new StartRefused(`${email} has an account already, as a member. Set ADMIN_EMAIL to another address.`)
  }
  return { email, password }
}
