import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { replaceDeviceToken } from './device-store.ts'
import { newSignInLetter } from './emails.ts'
import { saveLogin } from './login-store.ts'
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

/** What the database knows the browser by. */
export function deviceHash({ deviceToken }: Caller): Buffer | undefined {
  return deviceToken ? hashToken(deviceToken) : undefined
}

/**
 * Remembers the browser that somebody has just logged in with, whose session before is over, and tells the owner of one
 * that is new, unless it is the first. The token is another one after each login: what was planted in a browser before
 * is worth nothing after. To be called with the account locked.
 */
export async function noteDevice(
  tx: Db,
  context: Context,
  account: Account,
  caller: Caller,
): Promise<{ deviceId: string; deviceToken: string }> {
  const now = context.now()
  const { userAgent } = caller
  const presented = deviceHash(caller)
  const { token, hash: tokenHash } = makeToken()
  const isKnown = presented && (await replaceDeviceToken(tx, { accountId: account.id, from: presented, to: tokenHash }))
  const { deviceId, isFirstLogin } = await saveLogin(tx, { accountId: account.id, tokenHash, userAgent, now })
  if (!isKnown && !isFirstLogin) {
    const company = await readCompany(tx)
    const letter = newSignInLetter(account, company, {
      device: nameDevice(userAgent),
      moment: now,
      publicUrl: context.publicUrl,
    })
    await queueMail(tx, context, `new-sign-in:${deviceId}`, letter)
  }
  return { deviceId, deviceToken: token }
}
