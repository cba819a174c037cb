import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { replaceDeviceToken } from './device-store.ts'
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

/** What the database knows the browser by. */
export function deviceHash({ deviceToken }: Caller): Buffer | undefined {
  return deviceToken ? hashToken(deviceToken) : undefined
}

/** The token of a browser is another one after each login: what was planted in it before is worth nothing after. */
export async function renewDevice(
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

/** Tells the owner of a login from a browser that was not known. */
export async function warnOfDevice(
  tx: Db,
  context: Context,
  account: Account,
  { deviceId, userAgent }: { deviceId: string; userAgent: string },
): Promise<void> {
  const company = await readCompany(tx)
  const letter = newLoginLetter(account, company, {
    device: nameDevice(userAgent),
    moment: context.now(),
    publicUrl: context.publicUrl,
  })
  await queueMail(tx, context, `new-login:${deviceId}`, letter)
}
