import type { Context } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { User } from '../contract.ts'
import { accessTokenEnd, sessionEnd } from '../rules.ts'
import { makeRefreshToken, makeToken } from './make-token.ts'
import { type Caller, noteDevice } from './note-device.ts'
import { endSessionsOfDevice, insertSession } from './session-store.ts'
import { type Account, lockAccount } from './store.ts'
import { userOf } from './user-of.ts'

/** What a login or a renewal hands out: the access token for the page, the refresh token for the cookie. */
export type OpenedSession = {
  token: string
  user: User
  refreshToken: string
  /** When the cookie ends; undefined: with the browser. */
  cookieEndsAt: Date | undefined
  /** For the cookie by which the browser is known again; a renewal does not change it. */
  deviceToken?: string
}

export async function openSession(
  context: Context,
  account: Account,
  { keepSignedIn, caller }: { keepSignedIn: boolean; caller: Caller },
): Promise<OpenedSession> {
  const access = makeToken()
  const refresh = makeRefreshToken()
  const now = context.now()
  const userAgent = caller.userAgent.slice(0, 400)
  // Staff sessions are short, whatever the box says (PRODUCT D6).
  const keeps = keepSignedIn && account.role === 'member'
  const expiresAt = sessionEnd({ role: account.role, keepSignedIn: keeps, now })
  const { deviceToken } = await context.db.transaction().execute(async (tx) => {
    // While the old password was checked, a new one may have been set, which ended every session but this.
    const { passwordHash, isDisabled } = await lockAccount(tx, account.id)
    if (passwordHash !== account.passwordHash || isDisabled) throw new Refused('wrong-credentials')
    const device = await noteDevice(tx, context, account, { ...caller, userAgent })
    // Its cookie is replaced in this browser: nobody but a thief could go on with the session before.
    await endSessionsOfDevice(tx, device.deviceId, now)
    await insertSession(tx, {
      accountId: account.id,
      deviceId: device.deviceId,
      accessTokenHash: access.hash,
      accessExpiresAt: accessTokenEnd(now),
      refreshTokenHash: refresh.hash,
      refreshFamilyHash: refresh.familyHash,
      keepSignedIn: keeps,
      userAgent,
      now,
      expiresAt,
    })
    return device
  })
  return {
    token: access.token,
    user: userOf(account),
    refreshToken: refresh.token,
    cookieEndsAt: keeps ? expiresAt : undefined,
    deviceToken,
  }
}
