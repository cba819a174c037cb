import type { Context } from '#platform/server/context.ts'
import type { Actor } from '#platform/shared/actor.ts'
import { isViewToken } from '#platform/shared/view-token.ts'
import type { User } from '../contract.ts'
import { isSessionOver, isUseWorthNoting } from '../rules.ts'
import { findViewer } from './find-viewer.ts'
import { hashToken } from './make-token.ts'
import { findSessionByAccessToken, noteSessionUse } from './session-store.ts'
import { userOf } from './user-of.ts'

declare module '#platform/shared/actor.ts' {
  interface Actor {
    /** As the account was when the request came: for showing, never for deciding. */
    user: User
  }
}

/** Whose valid session an access token is, or whose pages staff look at by it. */
export async function findActor(context: Context, accessToken: string): Promise<Actor | undefined> {
  if (isViewToken(accessToken)) return findViewer(context, accessToken)
  const { db, now } = context
  const moment = now()
  const session = await findSessionByAccessToken(db, hashToken(accessToken), moment)
  if (!session || isSessionOver(session, moment)) return undefined
  if (!session.accessFirstUsedAt || isUseWorthNoting(session.lastUsedAt, moment)) {
    await noteSessionUse(db, session.id, moment)
  }
  const { id: sessionId, memberId, role, confirmedAt, account } = session
  return { memberId, sessionId, role, confirmedAt, user: userOf(account) }
}
