import { randomBytes } from 'node:crypto'
import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { AuthenticatorSecret } from '../contract/second-factor.ts'
import { replaceNewAuthenticator } from './factor-store.ts'
import { totpOf } from './find-code-step.ts'
import type { Account } from './store.ts'

/** RFC 4226 wants 160 bits. */
const SECRET_BYTES = 20

/** An authenticator that waits for its first code. The account is locked. */
export async function makeAuthenticator(tx: Db, { now }: Context, account: Account): Promise<AuthenticatorSecret> {
  const secret = randomBytes(SECRET_BYTES)
  await replaceNewAuthenticator(tx, { accountId: account.id, secret, now: now() })
  const { brandName } = await readCompany(tx)
  const totp = totpOf(secret)
  totp.issuer = brandName
  totp.label = account.email
  return { secret: totp.secret.base32, address: totp.toString() }
}
