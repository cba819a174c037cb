import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { limitConcurrentLogins, verifyPassword } from '../../passwords/server/hash-password.ts'
import { decideAdmission, listMethods } from '../../second-factor/rules.ts'
import { getFactors } from '../../second-factor/server/store.ts'
import { createChallenge } from '../../server/challenge-store.ts'
import { logSecurityEvent } from '../../server/security-log.ts'
import { type Account, lockAccount } from '../../server/store.ts'
import type * as contract from '../contract.ts'
import type { Challenge } from '../contract.ts'
import { type Caller, deviceHash } from './known-devices.ts'
import { limitPasswordAttempts } from './login-rate-limit.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { findLogin } from './store.ts'

export function logIn(context: Context, login: BodyOf<typeof contract.login>, caller: Caller): Promise<Admission> {
  return limitConcurrentLogins(() => tryPassword(context, login, caller))
}

async function tryPassword(
  context: Context,
  { email, password, keepSignedIn }: BodyOf<typeof contract.login>,
  caller: Caller,
): Promise<Admission> {
  const { account, deviceId } = await findLogin(context.db, email, deviceHash(caller))
  const uncountAttempt = await limitPasswordAttempts(context, { email, address: caller.address, deviceId })
  const isPasswordCorrect = await verifyPassword(account?.passwordHash, password)
  if (!account || !isPasswordCorrect || account.isDisabled) {
    logSecurityEvent(context, 'login-failed', { memberId: account?.id, address: caller.address })
    throw new Refused('wrong-credentials')
  }
  return context.db.transaction().execute(async (tx) => {
    const admission = await admitAccount(tx, context, account, { keepSignedIn, caller })
    await uncountAttempt(tx)
    return admission
  })
}

export type Admission = { session: OpenedSession } | { challenge: Challenge }

type LoginOptions = { keepSignedIn: boolean; caller: Caller }

/** After a correct password, opens a session or asks for the second factor. */
export async function admitAccount(
  tx: Db,
  context: Context,
  account: Account,
  options: LoginOptions,
): Promise<Admission> {
  // If a new password was set while the old one was checked, this login must fail.
  const { passwordHash, isDisabled } = await lockAccount(tx, account.id)
  if (passwordHash !== account.passwordHash || isDisabled) throw new Refused('wrong-credentials')
  const { trustedUntil, ...factors } = await getFactors(tx, account.id, deviceHash(options.caller))
  const { publicUrl } = context
  const decision = decideAdmission({ role: account.role, publicUrl, factors, trustedUntil, now: context.now() })
  if (decision === 'open-session') return { session: await openSession(tx, context, account, options) }
  const challenge = await createChallenge(tx, context, {
    purpose: 'second-factor',
    accountId: account.id,
    keepSignedIn: options.keepSignedIn,
  })
  return { challenge: { challenge, methods: listMethods(factors) } }
}
