import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Tokens } from './session-store.ts'

/** The session of a refresh token's family, locked until the transaction ends: renewals come one after the other. */
export async function lockSessionByFamily(db: Db, familyHash: Buffer) {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('session.refresh_family_hash', '=', familyHash)
    .where('account.disabled_at', 'is', null)
    .selectAll('session')
    .select('account.role')
    .forUpdate('session')
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      memberId: row.account_id as MemberId,
      role: row.role,
      keepSignedIn: row.keep_signed_in,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      isEnded: row.ended_at !== null,
      accessFirstUsedAt: row.access_first_used_at,
      refreshTokenHash: row.refresh_token_hash,
      previousRefreshTokenHash: row.previous_refresh_token_hash,
      previousValidUntil: row.previous_refresh_valid_until,
    }
  )
}

export async function renewSessionTokens(
  db: Db,
  sessionId: string,
  tokens: Tokens & { previousHash: Buffer | null; previousValidUntil: Date | null; now: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      access_token_hash: tokens.accessTokenHash,
      access_expires_at: tokens.accessExpiresAt,
      access_first_used_at: null,
      refresh_token_hash: tokens.refreshTokenHash,
      previous_refresh_token_hash: tokens.previousHash,
      previous_refresh_valid_until: tokens.previousValidUntil,
      last_used_at: tokens.now,
    })
    .where('id', '=', sessionId)
    .execute()
}
