import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Challenge } from '../contract.ts'
import { challengeEnd, decideAdmission, type Factors, methodsOf } from '../rules/second-factor.ts'
import { insertChallenge } from './challenge-store.ts'
import { readStanding } from './login-store.ts'
import { makeToken } from './make-token.ts'
import { type Caller, deviceHash } from './note-device.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { type Account, lockAccount } from './store.ts'

export type Admission = { session: OpenedSession } | { challenge: Challenge }

type Wish = { keepSignedIn: boolean; caller: Caller }

/** The password was right: what that is worth here, a session or the question for the second factor. */
export async function admitAccount(tx: Db, context: Context, account: Account, wish: Wish): Promise<Admission> {
  // While the password was checked, a new one may have been set, which ended every login by the old one.
  const { passwordHash, isDisabled } = await lockAccount(tx, account.id)
  if (passwordHash !== account.passwordHash || isDisabled) throw new Refused('wrong-credentials')
  const { factors, trustedUntil } = await readStanding(tx, account.id, deviceHash(wish.caller))
  const decision = decideAdmission({
    role: account.role,
    publicUrl: context.publicUrl,
    factors,
    trustedUntil,
    now: context.now(),
  })
  if (decision === 'open-session') return { session: await openSession(tx, context, account, wish) }
  return { challenge: await askForFactor(tx, context, account, { ...wish, factors }) }
}

async function askForFactor(
  tx: Db,
  { now }: Context,
  account: Account,
  { factors, keepSignedIn }: { factors: Factors; keepSignedIn: boolean },
): Promise<Challenge> {
  const { token, hash: tokenHash } = makeToken()
  const moment = now()
  await insertChallenge(tx, {
    tokenHash,
    purpose: 'second-factor',
    accountId: account.id,
    sessionId: null,
    passkeyChallenge: null,
    keepSignedIn,
    now: moment,
    expiresAt: challengeEnd(moment),
  })
  return { challenge: token, methods: methodsOf(factors) }
}
