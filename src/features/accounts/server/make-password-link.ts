import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { makeToken } from './make-token.ts'
import { insertPasswordLink } from './reset-store.ts'

export type PasswordLink = { url: string; expiresAt: Date }

/**
 * A link with which the owner of an account sets a password that nobody else has seen.
 * @param from the page to come back to after the login that follows (PRODUCT D5)
 */
export async function makePasswordLink(
  tx: Db,
  { publicUrl }: Pick<Context, 'publicUrl'>,
  accountId: MemberId,
  { now, expiresAt, from }: { now: Date; expiresAt: Date; from?: string | null },
): Promise<PasswordLink> {
  const { token, hash: tokenHash } = makeToken()
  await insertPasswordLink(tx, { tokenHash, accountId, now, expiresAt })
  const wayBack = from ? `?from=${encodeURIComponent(from)}` : ''
  return { url: `${publicUrl}/reset-password/${token}${wayBack}`, expiresAt }
}
