import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context } from '#platform/server/context.ts'
import { StartRefused } from '#platform/server/operator-errors.ts'
import { makeToken } from '#platform/server/token.ts'
import { hashPassword } from '../../passwords/server/hash-password.ts'
import { hasAdministrator, insertAccount } from '../../server/store.ts'

/**
 * Creates the first administrator of an empty site (PRODUCT D9).
 * @returns the credentials to print once, or undefined if the site already has an administrator
 */
export async function createFirstAdministrator(
  { db, now }: Context,
  options: { email: string | undefined; password: string | undefined },
): Promise<{ email: string; password: string } | undefined> {
  if (await hasAdministrator(db)) return undefined
  const email = options.email ?? 'admin@futureworld.example'
  const password = options.password ?? makeToken().token.slice(0, 24)
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
    // Another process started at the same time and created the administrator first.
    if (await hasAdministrator(db)) return undefined
    throw new StartRefused(`${email} already has a member account. Set ADMIN_EMAIL to another address.`)
  }
  await recordAction(
    db,
    { now, actor: 'operator' },
    { action: 'staff.created', object: { kind: 'member', id }, after: { role: 'administrator' } },
  )
  return { email, password }
}
