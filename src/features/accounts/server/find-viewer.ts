import type { Context } from '#platform/server/context.ts'
import type { Actor } from '#platform/shared/actor.ts'
import { isSessionOver, isUseWorthNoting } from '../rules.ts'
import { hashToken } from './make-token.ts'
import { userOf } from './user-of.ts'
import { findView, noteLoginUse } from './view-store.ts'

/** Nothing that asks who somebody is lets a viewer in. */
const NEVER = new Date(0)

/** Whose pages an administrator looks at by this token. What they do not see is refused where calls come in. */
export async function findViewer({ db, now }: Context, token: string): Promise<Actor | undefined> {
  const moment = now()
  const view = await findView(db, hashToken(token), moment)
  if (!view || isSessionOver(view.login, moment)) return undefined
  if (isUseWorthNoting(view.login.lastUsedAt, moment)) await noteLoginUse(db, view.login.id, moment)
  const { id: sessionId, member } = view
  return {
    memberId: member.id,
    sessionId,
    role: 'member',
    confirmedAt: NEVER,
    isOnlyLooking: true,
    user: userOf(member),
  }
}

/** Until when that goes on, if it does. Asking is no use of the login. */
export async function findViewEnd({ db, now }: Context, token: string): Promise<Date | undefined> {
  const moment = now()
  const view = await findView(db, hashToken(token), moment)
  if (!view || isSessionOver(view.login, moment)) return undefined
  return new Date(Math.min(view.expiresAt.getTime(), view.login.expiresAt.getTime()))
}
