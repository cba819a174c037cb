import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Factors } from '../rules/second-factor.ts'
import { findAuthenticator } from './factor-store.ts'
import { countPasskeys } from './passkey-store.ts'

export async function readFactors(db: Db, accountId: MemberId): Promise<Factors> {
  const authenticator = await findAuthenticator(db, accountId)
  return { hasAuthenticator: authenticator !== undefined, passkeys: await countPasskeys(db, accountId) }
}
