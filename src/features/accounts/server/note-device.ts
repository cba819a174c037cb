import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { findDevice, noteLogin, replaceDeviceToken, saveDevice } from './device-store.ts'
import { newLoginLetter } from './emails.ts'
import { hashToken, makeToken } from './make-token.ts'
import { nameDevice } from './name-device.ts'
import type { Account } from './store.ts'

/** Where a call comes from, as far as the server can tell. */
export type Caller = {
  address: string
  userAgent: string
  /** Of the cookie by which a browser is known again. */
  deviceToken: string | undefined
}

/**
 * Remembers the browser that somebody has just logged in with, and tells the owner of one that is new, unless it is
 * the first. The token is another one after each login: what was planted in a browser before is worth nothing after.
 */
export async function noteDevice(
  tx: Db,
  context: Context,
  account: Account,
  { userAgent, deviceToken }: Caller,
): Promise<{ deviceId: string; deviceToken: string }> {
  const now = context.now()
  const presented = deviceToken ? hashToken(deviceToken) : undefined
  const known = presented && (await findDevice(tx, account.id, presented))
  const { isFirst } = await noteLogin(tx, account.id, now)
  const { token, hash: tokenHash } = makeToken()
  if (presented) await replaceDeviceToken(tx, { from: presented, to: tokenHash })
  const deviceId = await saveDevice(tx, { accountId: account.id, tokenHash, userAgent, now })
  if (!known && !isFirst) {
    const company = await readCompany(tx)
    const letter = newLoginLetter(account, company, {
      device: nameDevice(userAgent),
      moment: now,
      publicUrl: context.publicUrl,
    })
    await queueMail(tx, context, `new-login:${deviceId}`, letter)
  }
  return { deviceId, deviceToken: token }
}
