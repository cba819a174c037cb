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
  context: Context,
  accountId: MemberId,
  { expiresAt, from }: { expiresAt: Date; from?: string | null },
): Promise<PasswordLink> {
  const { token, hash: tokenHash } = makeToken()
  await insertPasswordLink(tx, { tokenHash, accountId, now: context.now(), expiresAt })
  const wayBack = from ? `?from=${encodeURIComponent(from)}` : ''
  return { url: `${context.publicUrl}/reset-password/${token}${wayBack}`, expiresAt }
}
