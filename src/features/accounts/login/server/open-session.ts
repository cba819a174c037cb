import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { makeToken } from '#platform/server/token.ts'
import type { User } from '../../contract.ts'
import { deviceTrustExpiry } from '../../second-factor/rules.ts'
import { logSecurityEvent } from '../../server/security-log.ts'
import { type Account, toUser } from '../../server/store.ts'
import { accessTokenExpiry, sessionExpiry } from '../../sessions/rules.ts'
import { trustDevice } from '../../sessions/server/device-store.ts'
import { createRefreshToken } from '../../sessions/server/refresh-token.ts'
import { type Caller, notifyNewDevice, rotateDeviceToken } from './known-devices.ts'
import { saveLogin } from './store.ts'

/** Result of a login or a refresh. The access token is for the page, the refresh token for the cookie. */
export type OpenedSession = {
  token: string
  user: User
  refreshToken: string
  /** Undefined for a cookie that ends with the browser session. */
  cookieEndsAt: Date | undefined
  /** For the cookie that identifies the browser. A refresh does not change it. */
  deviceToken?: string
}

type SessionOptions = {
  keepSignedIn: boolean
  caller: Caller
  /** True if the login included a second factor. */
  byFactor?: boolean
  /** True to skip the second factor on this device for a while. */
  trustsDevice?: boolean
}

/** Call after every required proof has been given, with the account locked. */
export async function openSession(
  tx: Db,
  context: Context,
  account: Account,
  { keepSignedIn, caller, byFactor = false, trustsDevice = false }: SessionOptions,
): Promise<OpenedSession> {
  const access = makeToken()
  const refresh = createRefreshToken()
  const now = context.now()
  const userAgent = caller.userAgent.slice(0, 400)
  // Staff sessions stay short even if "Keep me signed in" is ticked (PRODUCT D6).
  const staysSignedIn = keepSignedIn && account.role === 'member'
  const expiresAt = sessionExpiry({ role: account.role, keepSignedIn: staysSignedIn, now })
  const device = await rotateDeviceToken(tx, account, caller)
  const { deviceId, isFirstLogin } = await saveLogin(tx, {
    accountId: account.id,
    deviceTokenHash: device.hash,
    accessTokenHash: access.hash,
    accessExpiresAt: accessTokenExpiry(now),
    refreshTokenHash: refresh.hash,
    refreshFamilyHash: refresh.familyHash,
    keepSignedIn: staysSignedIn,
    userAgent,
    now,
    expiresAt,
    factorConfirmedAt: byFactor ? now : null,
  })
  if (trustsDevice) await trustDevice(tx, deviceId, deviceTrustExpiry(now))
  if (!device.isKnown && !isFirstLogin) await notifyNewDevice(tx, context, account, { deviceId, userAgent })
  logSecurityEvent(context, 'logged-in', { memberId: account.id, address: caller.address })
  return {
    token: access.token,
    user: toUser(account),
    refreshToken: refresh.token,
    cookieEndsAt: staysSignedIn ? expiresAt : undefined,
    deviceToken: device.token,
  }
}
