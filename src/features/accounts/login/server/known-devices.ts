import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { hashToken, makeToken } from '#platform/server/token.ts'
import type { Account } from '../../server/store.ts'
import { getDeviceName } from '../../sessions/server/device-name.ts'
import { replaceDeviceToken } from '../../sessions/server/device-store.ts'
import { newLoginEmail } from './emails.ts'

/** Where a request came from, as far as the server can tell. */
export type Caller = {
  address: string
  userAgent: string
  /** From the cookie that identifies a known browser. */
  deviceToken: string | undefined
}

/** The database stores only the hash of a device token. */
export function deviceHash({ deviceToken }: Caller): Buffer | undefined {
  return deviceToken ? hashToken(deviceToken) : undefined
}

/** Replaces the browser's token at each login, so that a token planted earlier becomes worthless. */
export async function rotateDeviceToken(
  tx: Db,
  account: Account,
  caller: Caller,
): Promise<{ token: string; hash: Buffer; isKnown: boolean }> {
  const presented = deviceHash(caller)
  const { token, hash } = makeToken()
  const isKnown =
    presented !== undefined && (await replaceDeviceToken(tx, { accountId: account.id, from: presented, to: hash }))
  return { token, hash, isKnown }
}

/** Notifies the owner of a login from an unknown browser. */
export async function notifyNewDevice(
  tx: Db,
  context: Context,
  account: Account,
  { deviceId, userAgent }: { deviceId: string; userAgent: string },
): Promise<void> {
  await sendEmail(tx, context, `new-login:${deviceId}`, ({ company, publicUrl }) =>
    newLoginEmail(account, company, { device: getDeviceName(userAgent), moment: context.now(), publicUrl }),
  )
}
