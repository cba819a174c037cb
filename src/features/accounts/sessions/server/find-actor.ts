import type { Context } from '#platform/server/context.ts'
import { isImpersonationToken } from '#platform/server/http/bearer-token.ts'
import { hashToken } from '#platform/server/token.ts'
import type { Actor } from '#platform/shared/actor.ts'
import type { User } from '../../contract.ts'
import { findImpersonatedMember, findOpenImpersonation } from '../../impersonation/server/impersonation.ts'
import { toUser } from '../../server/store.ts'
import { isSessionExpired, isUseWorthRecording } from '../rules.ts'
import { findSessionByAccessToken, recordSessionUse } from './store.ts'

/**
 * Used for open connections, so it does not count as using the session.
 * @returns when a valid access token expires
 */
export async function findAccessExpiry(context: Context, accessToken: string): Promise<Date | undefined> {
  const find = isImpersonationToken(accessToken) ? findOpenImpersonation : findOpenSession
  const session = await find(context, accessToken)
  return session && new Date(Math.min(session.accessExpiresAt.getTime(), session.expiresAt.getTime()))
}

declare module '#platform/shared/actor.ts' {
  interface Actor {
    /** The account at the time of the request. Use it for display, never for decisions. */
    user: User
  }
}

/** Finds the user of an access token, or the member whose pages are shown for an impersonation token. */
export async function findActor(context: Context, accessToken: string): Promise<Actor | undefined> {
  if (isImpersonationToken(accessToken)) return findImpersonatedMember(context, accessToken)
  const session = await findOpenSession(context, accessToken)
  if (!session) return undefined
  const now = context.now()
  const { sessionId, role, confirmedAt, factorConfirmedAt, account } = session
  if (!session.accessFirstUsedAt || isUseWorthRecording(session.lastUsedAt, now)) {
    await recordSessionUse(context.db, sessionId, now)
  }
  return { memberId: account.id, sessionId, role, confirmedAt, factorConfirmedAt, user: toUser(account) }
}

async function findOpenSession({ db, now }: Context, accessToken: string) {
  const moment = now()
  const session = await findSessionByAccessToken(db, hashToken(accessToken), moment)
  return session && !isSessionExpired(session, moment) ? session : undefined
}
