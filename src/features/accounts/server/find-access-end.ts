import type { Context } from '#platform/server/context.ts'
import { isViewToken } from '#platform/shared/view-token.ts'
import { isSessionOver } from '../rules.ts'
import { findViewEnd } from './find-viewer.ts'
import { hashToken } from './make-token.ts'
import { findSessionByAccessToken } from './session-store.ts'

/** Until when an access token is good, if it still is. For what stays open: asking is no use of the session. */
export async function findAccessEnd(context: Context, accessToken: string): Promise<Date | undefined> {
  if (isViewToken(accessToken)) return findViewEnd(context, accessToken)
  const { db, now } = context
  const moment = now()
  const session = await findSessionByAccessToken(db, hashToken(accessToken), moment)
  if (!session || isSessionOver(session, moment)) return undefined
  return new Date(Math.min(session.accessExpiresAt.getTime(), session.expiresAt.getTime()))
}
