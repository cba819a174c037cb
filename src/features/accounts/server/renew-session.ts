import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { accessTokenEnd, decideRenewal, renewalGraceEnd } from '../rules.ts'
import { getUser } from './get-user.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { familyOf, hashToken, makeRefreshToken, makeToken } from './make-token.ts'
import type { OpenedSession } from './open-session.ts'
import { lockSessionByFamily, renewSessionTokens } from './renewal-store.ts'
import { endSessionById } from './session-store.ts'

/** @returns undefined where there is no session to renew; a used token ends the session it belongs to */
export async function renewSession(context: Context, refreshToken: string): Promise<OpenedSession | undefined> {
  const { db, now } = context
  const family = familyOf(refreshToken)
  if (!family) return undefined
  const moment = now()
  return db.transaction().execute(async (tx) => {
    const session = await lockSessionByFamily(tx, hashToken(family))
    if (!session) return undefined
    const decision = decideRenewal({ ...session, ...matchesOf(session, hashToken(refreshToken)), now: moment })
    if (decision === 'refuse') return undefined
    if (decision === 'end-session') {
      await endSessionById(tx, session.id, moment)
      logSecurityEvent(context, 'refresh-token-reused', { memberId: session.memberId })
      return undefined
    }
    return handOutTokens(tx, session, { family, isLostAnswer: decision === 'renew-lost-answer', now: moment })
  })
}

type LockedSession = NonNullable<Awaited<ReturnType<typeof lockSessionByFamily>>>

function matchesOf({ refreshTokenHash, previousRefreshTokenHash }: LockedSession, presented: Buffer) {
  return {
    isCurrent: presented.equals(refreshTokenHash),
    isPrevious: previousRefreshTokenHash !== null && presented.equals(previousRefreshTokenHash),
  }
}

async function handOutTokens(
  tx: Db,
  session: LockedSession,
  { family, isLostAnswer, now }: { family: string; isLostAnswer: boolean; now: Date },
): Promise<OpenedSession> {
  const access = makeToken()
  const refresh = makeRefreshToken(family)
  await renewSessionTokens(tx, session.id, {
    accessTokenHash: access.hash,
    accessExpiresAt: accessTokenEnd(now),
    refreshTokenHash: refresh.hash,
    // A lost answer is asked for again once only: after that, whoever still holds the old token is a second party.
    previousHash: isLostAnswer ? null : session.refreshTokenHash,
    previousValidUntil: isLostAnswer ? null : renewalGraceEnd(now),
    now,
  })
  return {
    token: access.token,
    user: await getUser(tx, session.memberId),
    refreshToken: refresh.token,
    cookieEndsAt: session.keepSignedIn ? session.expiresAt : undefined,
  }
}
