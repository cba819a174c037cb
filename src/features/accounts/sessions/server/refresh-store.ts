import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Tokens } from './store.ts'

/** Locks a session until the transaction ends, so that refreshes follow each other. */
export async function lockSessionByFamily(db: Db, familyHash: Buffer) {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .where('session.refreshFamilyHash', '=', familyHash)
    .where('account.disabledAt', 'is', null)
    .selectAll('session')
    .select('account.role')
    .forUpdate('session')
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      memberId: row.accountId as MemberId,
      role: row.role,
      keepSignedIn: row.keepSignedIn,
      lastUsedAt: row.lastUsedAt,
      expiresAt: row.expiresAt,
      isEnded: row.endedAt !== null,
      accessFirstUsedAt: row.accessFirstUsedAt,
      refreshTokenHash: row.refreshTokenHash,
      previousRefreshTokenHash: row.previousRefreshTokenHash,
      previousValidUntil: row.previousRefreshValidUntil,
    }
  )
}

export async function updateSessionTokens(
  db: Db,
  sessionId: string,
  tokens: Tokens & { previousHash: Buffer | null; previousValidUntil: Date | null; now: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      accessTokenHash: tokens.accessTokenHash,
      accessExpiresAt: tokens.accessExpiresAt,
      accessFirstUsedAt: null,
      refreshTokenHash: tokens.refreshTokenHash,
      previousRefreshTokenHash: tokens.previousHash,
      previousRefreshValidUntil: tokens.previousValidUntil,
      lastUsedAt: tokens.now,
    })
    .where('id', '=', sessionId)
    .execute()
}
