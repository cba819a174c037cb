import type { Context } from '#platform/server/context.ts'
import type { User } from '../contract.ts'
import { accessTokenEnd, sessionEnd } from '../rules.ts'
import { makeRefreshToken, makeToken } from './make-token.ts'
import { insertSession } from './session-store.ts'
import type { Account } from './store.ts'
import { userOf } from './user-of.ts'

/** What a login or a renewal hands out: the access token for the page, the refresh token for the cookie. */
export type OpenedSession = {
  token: string
  user: User
  refreshToken: string
  /** When the cookie ends; undefined: with the browser. */
  cookieEndsAt: Date | undefined
}

export async function openSession(
  { db, now }: Context,
  account: Account,
  { keepSignedIn, userAgent }: { keepSignedIn: boolean; userAgent: string },
): Promise<OpenedSession> {
  const access = makeToken()
  const refresh = makeRefreshToken()
  const moment = now()
  // Staff sessions are short, whatever the box says (PRODUCT D6).
  const keeps = keepSignedIn && account.role === 'member'
  const expiresAt = sessionEnd({ role: account.role, keepSignedIn: keeps, now: moment })
  await insertSession(db, {
    accountId: account.id,
    accessTokenHash: access.hash,
    accessExpiresAt: accessTokenEnd(moment),
    refreshTokenHash: refresh.hash,
    refreshFamilyHash: refresh.familyHash,
    keepSignedIn: keeps,
    userAgent: userAgent.slice(0, 400),
    now: moment,
    expiresAt,
  })
  return {
    token: access.token,
    user: userOf(account),
    refreshToken: refresh.token,
    cookieEndsAt: keeps ? expiresAt : undefined,
  }
}
