import type { Context } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import { type Admission, admitAccount } from './admit-account.ts'
import { countPasswordGuess } from './count-password-guess.ts'
import { takePlace, verifyPassword } from './hash-password.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { findLogin } from './login-store.ts'
import { type Caller, deviceHash } from './note-device.ts'

export function logIn(context: Context, login: BodyOf<typeof contract.login>, caller: Caller): Promise<Admission> {
  return takePlace(() => tryPassword(context, login, caller))
}

async function tryPassword(
  context: Context,
  { email, password, keepSignedIn }: BodyOf<typeof contract.login>,
  caller: Caller,
): Promise<Admission> {
  const { account, deviceId } = await findLogin(context.db, email, deviceHash(caller))
  const forgetGuess = await countPasswordGuess(context, { email, address: caller.address, deviceId })
  const isRight = await verifyPassword(account?.passwordHash, password)
  if (!account || !isRight || account.isDisabled) {
    logSecurityEvent(context, 'login-failed', { memberId: account?.id, address: caller.address })
    throw new Refused('wrong-credentials')
  }
  return context.db.transaction().execute(async (tx) => {
    const admission = await admitAccount(tx, context, account, { keepSignedIn, caller })
    await forgetGuess(tx)
    return admission
  })
}
