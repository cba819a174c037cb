import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { makeToken } from '#platform/server/token.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { insertPasswordLink } from './store.ts'

export type PasswordLink = { url: string; expiresAt: Date }

/**
 * Creates a link for the account's owner to set a password that no one else has seen.
 * @param from the page to return to after the login that follows (PRODUCT D5)
 */
export async function createPasswordLink(
  tx: Db,
  { publicUrl }: Pick<Context, 'publicUrl'>,
  accountId: MemberId,
  { now, expiresAt, from }: { now: Date; expiresAt: Date; from?: string | null },
): Promise<PasswordLink> {
  const { token, hash: tokenHash } = makeToken()
  await insertPasswordLink(tx, { tokenHash, accountId, now, expiresAt })
  const returnQuery = from ? `?from=${encodeURIComponent(from)}` : ''
  return { url: `${publicUrl}/reset-password/${token}${returnQuery}`, expiresAt }
}
