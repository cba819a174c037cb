import type { Context } from '#platform/server/context.ts'
import { isSessionOver } from '../rules.ts'
import { hashToken } from './make-token.ts'
import { findSessionByAccessToken } from './session-store.ts'

/** Until when an access token is good, if it still is. For what stays open: asking is no use of the session. */
export async function findAccessEnd({ db, now }: Context, accessToken: string): Promise<Date | undefined> {
  const moment = now()
  const session = await findSessionByAccessToken(db, hashToken(accessToken), moment)
  if (!session || isSessionOver(session, moment)) return undefined
  return new Date(Math.min(session.accessExpiresAt.getTime(), session.expiresAt.getTime()))
}
