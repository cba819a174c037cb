import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { makeToken } from './make-token.ts'
import { insertVerification } from './verification-store.ts'

/**
 * A link by which whoever reads a mailbox says so: it confirms the account's address, or gives it that one.
 * @returns with the link an id of it, which opens nothing: its letters are known by it
 */
export async function makeVerificationLink(
  tx: Db,
  { publicUrl }: Context,
  link: { accountId: MemberId; email: string; expiresAt: Date; changesAddress: boolean },
): Promise<{ url: string; id: string }> {
  const { token, hash: tokenHash } = makeToken()
  await insertVerification(tx, { tokenHash, ...link })
  return { url: `${publicUrl}/verify-email?token=${token}`, id: tokenHash.toString('hex') }
}
