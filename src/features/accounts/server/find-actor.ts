import type { Context } from '#platform/server/context.ts'
import type { Actor } from '#platform/shared/actor.ts'
import { isSessionOver, isUseWorthNoting } from '../rules.ts'
import { hashToken } from './make-token.ts'
import { findSessionByAccessToken, noteSessionUse } from './session-store.ts'

/** Whose valid session an access token is. */
export async function findActor({ db, now }: Context, accessToken: string): Promise<Actor | undefined> {
  const moment = now()
  const session = await findSessionByAccessToken(db, hashToken(accessToken), moment)
  if (!session || isSessionOver(session, moment)) return undefined
  if (!session.accessFirstUsedAt || isUseWorthNoting(session.lastUsedAt, moment)) {
    await noteSessionUse(db, session.id, moment)
  }
  return { memberId: session.memberId, sessionId: session.id, role: session.role, confirmedAt: session.confirmedAt }
}
