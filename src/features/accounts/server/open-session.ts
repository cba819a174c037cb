import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { User } from '../contract.ts'
import { trustEnd } from '../rules/second-factor.ts'
import { accessTokenEnd, sessionEnd } from '../rules.ts'
import { trustDevice } from './device-store.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { saveLogin } from './login-store.ts'
import { makeRefreshToken, makeToken } from './make-token.ts'
import { type Caller, renewDevice, warnOfDevice } from './note-device.ts'
import type { Account } from './store.ts'
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

type Wish = {
  keepSignedIn: boolean
  caller: Caller
  /** The second factor was given, and is not to be asked for again on this device for a while. */
  trustsDevice?: boolean
}

/** For whoever has proved all that they have to, with the account locked. */
export async function openSession(
  tx: Db,
  context: Context,
  account: Account,
  { keepSignedIn, caller, trustsDevice = false }: Wish,
): Promise<OpenedSession> {
  const access = makeToken()
  const refresh = makeRefreshToken()
  const now = context.now()
  const userAgent = caller.userAgent.slice(0, 400)
  // Staff sessions are short, whatever the box says (PRODUCT D6).
  const keeps = keepSignedIn && account.role === 'member'
  const expiresAt = sessionEnd({ role: account.role, keepSignedIn: keeps, now })
  const device = await renewDevice(tx, account, caller)
  const { deviceId, isFirstLogin } = await saveLogin(tx, {
    accountId: account.id,
    deviceTokenHash: device.hash,
    accessTokenHash: access.hash,
    accessExpiresAt: accessTokenEnd(now),
    refreshTokenHash: refresh.hash,
    refreshFamilyHash: refresh.familyHash,
    keepSignedIn: keeps,
    userAgent,
    now,
    expiresAt,
  })
  if (trustsDevice) await trustDevice(tx, deviceId, trustEnd(now))
  if (!device.isKnown && !isFirstLogin) await warnOfDevice(tx, context, account, { deviceId, userAgent })
  logSecurityEvent(context, 'logged-in', { memberId: account.id, address: caller.address })
  return {
    token: access.token,
    user: userOf(account),
    refreshToken: refresh.token,
    cookieEndsAt: keeps ? expiresAt : undefined,
    deviceToken: device.token,
  }
}
