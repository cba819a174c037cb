import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { accessTokenEnd, decideRenewal, renewalGraceEnd } from '../rules.ts'
import { familyOf, hashToken, makeRefreshToken, makeToken } from './make-token.ts'
import type { OpenedSession } from './open-session.ts'
import { endSession, lockSessionByFamily, renewSessionTokens } from './session-store.ts'
import { findAccount } from './store.ts'
import { userOf } from './user-of.ts'

/** @returns undefined where there is no session to renew; a used token ends the session it belongs to */
export async function renewSession({ db, now }: Context, refreshToken: string): Promise<OpenedSession | undefined> {
  const family = familyOf(refreshToken)
  if (!family) return undefined
  const moment = now()
  return db.transaction().execute(async (tx) => {
    const session = await lockSessionByFamily(tx, hashToken(family))
    if (!session) return undefined
    const presented = hashToken(refreshToken)
    const decision = decideRenewal({
      role: session.role,
      keepSignedIn: session.keep_signed_in,
      lastUsedAt: session.last_used_at,
      expiresAt: session.expires_at,
      isEnded: session.ended_at !== null,
      isCurrent: presented.equals(session.refresh_token_hash),
      isPrevious: session.previous_refresh_token_hash !== null && presented.equals(session.previous_refresh_token_hash),
      previousValidUntil: session.previous_refresh_valid_until,
      accessFirstUsedAt: session.access_first_used_at,
      now: moment,
    })
    if (decision === 'end-session') await endSession(tx, session.id, moment)
    if (decision === 'end-session' || decision === 'refuse') return undefined

    const access = makeToken()
    const refresh = makeRefreshToken(family)
    await renewSessionTokens(tx, session.id, {
      accessTokenHash: access.hash,
      accessExpiresAt: accessTokenEnd(moment),
      refreshTokenHash: refresh.hash,
      // A lost answer is asked for again once only: after that, whoever still holds the old token is a second party.
      previousHash: decision === 'renew' ? presented : null,
      previousValidUntil: decision === 'renew' ? renewalGraceEnd(moment) : null,
      now: moment,
    })
    return {
      token: access.token,
      user: await requireUser(tx, session.account_id as MemberId),
      refreshToken: refresh.token,
      cookieEndsAt: session.keep_signed_in ? session.expires_at : undefined,
    }
  })
}

async function requireUser(tx: Db, id: MemberId) {
  const account = await findAccount(tx, id)
  if (!account) throw new Error(`The session's account ${id} is missing`)
  return userOf(account)
}
