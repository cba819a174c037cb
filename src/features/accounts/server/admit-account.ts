import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Challenge } from '../contract.ts'
import { challengeEnd, decideAdmission, type Factors, methodsOf } from '../rules/second-factor.ts'
import { insertChallenge } from './challenge-store.ts'
import { findDevice } from './device-store.ts'
import { hashToken, makeToken } from './make-token.ts'
import type { Caller } from './note-device.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { readFactors } from './read-factors.ts'
import { type Account, lockAccount } from './store.ts'

export type Admission = { session: OpenedSession } | { challenge: Challenge }

type Wish = { keepSignedIn: boolean; caller: Caller }

/** The password was right: what that is worth here, a session or the question for the second factor. */
export async function admitAccount(context: Context, account: Account, wish: Wish): Promise<Admission> {
  return context.db.transaction().execute(async (tx) => {
    // While the password was checked, a new one may have been set, which ended every login by the old one.
    const { passwordHash, isDisabled } = await lockAccount(tx, account.id)
    if (passwordHash !== account.passwordHash || isDisabled) throw new Refused('wrong-credentials')
    const factors = await readFactors(tx, account.id)
    const decision = decideAdmission({
      role: account.role,
      publicUrl: context.publicUrl,
      factors,
      trustedUntil: await findTrust(tx, account, wish.caller),
      now: context.now(),
    })
    if (decision === 'open-session') return { session: await openSession(tx, context, account, wish) }
    return { challenge: await askForFactor(tx, context, account, { ...wish, factors }) }
  })
}

async function findTrust(tx: Db, account: Account, { deviceToken }: Caller): Promise<Date | null> {
  const device = deviceToken ? await findDevice(tx, account.id, hashToken(deviceToken)) : undefined
  return device?.trustedUntil ?? null
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
