import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { hashToken, makeToken } from '#platform/server/token.ts'
import type { OpenedSession } from '../../login/server/open-session.ts'
import { logSecurityEvent } from '../../server/security-log.ts'
import { getUser } from '../../server/store.ts'
import { accessTokenExpiry, decideRefresh, refreshGraceExpiry } from '../rules.ts'
import { createRefreshToken, parseFamily } from './refresh-token.ts'
import { lockSessionByFamily, revokeSessionById, updateSessionTokens } from './store.ts'

/** @returns undefined if there is no session to refresh; reusing a token ends its session */
export async function refreshSession(context: Context, refreshToken: string): Promise<OpenedSession | undefined> {
  const family = parseFamily(refreshToken)
  if (!family) return undefined
  const now = context.now()
  return context.db.transaction().execute(async (tx) => {
    const session = await lockSessionByFamily(tx, hashToken(family))
    if (!session) return undefined
    const presented = hashToken(refreshToken)
    const isCurrent = presented.equals(session.refreshTokenHash)
    const isPrevious = session.previousRefreshTokenHash?.equals(presented) ?? false
    const decision = decideRefresh({ ...session, isCurrent, isPrevious, now })
    if (decision === 'refuse') return undefined
    if (decision === 'end-session') {
      await revokeSessionById(tx, session.id, now)
      logSecurityEvent(context, 'refresh-token-reused', { memberId: session.accountId })
      return undefined
    }
    return issueTokens(tx, session, { family, isLostAnswer: decision === 'repeat-renewal', now })
  })
}

type LockedSession = NonNullable<Awaited<ReturnType<typeof lockSessionByFamily>>>

async function issueTokens(
  tx: Db,
  session: LockedSession,
  { family, isLostAnswer, now }: { family: string; isLostAnswer: boolean; now: Date },
): Promise<OpenedSession> {
  const access = makeToken()
  const refresh = createRefreshToken(family)
  await updateSessionTokens(tx, session.id, {
    accessTokenHash: access.hash,
    accessExpiresAt: accessTokenExpiry(now),
    refreshTokenHash: refresh.hash,
    // Repeat a lost response only once. After that, anyone with the old token must be a second party.
    previousRefreshTokenHash: isLostAnswer ? null : session.refreshTokenHash,
    previousRefreshValidUntil: isLostAnswer ? null : refreshGraceExpiry(now),
    lastUsedAt: now,
  })
  return {
    token: access.token,
    user: await getUser(tx, session.accountId),
    refreshToken: refresh.token,
    cookieEndsAt: session.keepSignedIn ? session.expiresAt : undefined,
  }
}
