import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { operatorLinkEnd } from '../rules.ts'
import { makeToken } from './make-token.ts'
import { insertPasswordLink } from './reset-store.ts'

/** What the operator hands to the owner of an account: where they set a password that nobody else has seen. */
export type PasswordLink = { url: string; expiresAt: Date }

export async function makePasswordLink(tx: Db, context: Context, accountId: MemberId): Promise<PasswordLink> {
  const { token, hash: tokenHash } = makeToken()
  const now = context.now()
  const expiresAt = operatorLinkEnd(now)
  await insertPasswordLink(tx, { tokenHash, accountId, now, expiresAt })
  return { url: `${context.publicUrl}/reset-password/${token}`, expiresAt }
}
