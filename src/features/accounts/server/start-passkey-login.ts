import type { Context } from '#platform/server/context.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { PasskeyRequest } from '../contract/passkey.ts'
import { askPasskey } from './ask-passkey.ts'
import { findChallenge, setPasskeyChallenge } from './challenge-store.ts'
import { makeChallenge } from './make-challenge.ts'
import { hashToken } from './make-token.ts'
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

async function askAnyPasskey(context: Context): Promise<Asked> {
  const options = await askPasskey(context.publicUrl)
  const challenge = await makeChallenge(context.db, context, {
    purpose: 'passkey-login',
    accountId: null,
    sessionId: null,
    passkeyChallenge: options.challenge,
  })
  return { challenge, options }
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
