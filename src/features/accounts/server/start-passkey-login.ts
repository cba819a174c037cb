import type { Context } from '#platform/server/context.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { PasskeyRequest } from '../contract/passkey.ts'
import { challengeEnd } from '../rules/second-factor.ts'
import { askPasskey } from './ask-passkey.ts'
import { findChallenge, insertChallenge, setPasskeyChallenge } from './challenge-store.ts'
import { hashToken, makeToken } from './make-token.ts'
import { listPasskeys } from './passkey-store.ts'

/** A school shares one address; a script that asks and asks fills no table. */
const questions: Limit = { name: 'passkey-question', attempts: 120, seconds: 900 }

type Asked = { challenge: string; options: PasskeyRequest }

/** @param challenge of a login whose second step the passkey shall be; without it the passkey logs in by itself */
export async function startPasskeyLogin(
  context: Context,
  challenge: string | undefined,
  address: string,
): Promise<Asked> {
  await context.limits.count(questions, addressKey(address))
  return challenge === undefined ? askAnyPasskey(context) : askPasskeyOf(context, challenge)
}

async function askAnyPasskey({ db, now, publicUrl }: Context): Promise<Asked> {
  const options = await askPasskey(publicUrl)
  const { token, hash: tokenHash } = makeToken()
  const moment = now()
  await insertChallenge(db, {
    tokenHash,
    purpose: 'passkey-login',
    accountId: null,
    sessionId: null,
    passkeyChallenge: options.challenge,
    keepSignedIn: false,
    now: moment,
    expiresAt: challengeEnd(moment),
  })
  return { challenge: token, options }
}

async function askPasskeyOf({ db, now, publicUrl }: Context, challenge: string): Promise<Asked> {
  const tokenHash = hashToken(challenge)
  const accountId = (await findChallenge(db, { tokenHash, purpose: 'second-factor', now: now() }))?.accountId
  if (!accountId) throw new Refused('challenge-over')
  const passkeys = await listPasskeys(db, accountId)
  const options = await askPasskey(publicUrl, passkeys)
  await setPasskeyChallenge(db, tokenHash, options.challenge)
  return { challenge, options }
}
