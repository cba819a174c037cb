import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/passkey.ts'
import { CHALLENGE_LIFE } from '../rules/second-factor.ts'
import { nameForBrowser } from './ask-passkey.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { makeChallenge } from './make-challenge.ts'
import { listPasskeys, type StoredPasskey } from './passkey-store.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { type Account, getAccount } from './store.ts'

/** More than anybody has devices. */
const MOST_PASSKEYS = 20

type Started = ResponseOf<typeof contract.startPasskey>

export async function startPasskey(context: MemberContext): Promise<Started> {
  requireFreshIdentity(context)
  const { db, actor } = context
  const account = await getAccount(db, actor.memberId)
  const known = await listPasskeys(db, actor.memberId)
  if (known.length >= MOST_PASSKEYS) throw new Refused('too-many-passkeys')

  const options = await describePasskey(context, account, known)
  const challenge = await makeChallenge(db, context, {
    purpose: 'passkey-registration',
    accountId: account.id,
    sessionId: actor.sessionId,
    passkeyChallenge: options.challenge,
  })
  return { challenge, options }
}

async function describePasskey(
  { db, publicUrl }: MemberContext,
  { id, email, firstName, lastName }: Account,
  known: StoredPasskey[],
): Promise<Started['options']> {
  const { brandName } = await readCompany(db)
  const { generateRegistrationOptions } = await loadWebauthn()
  const rp = { id: new URL(publicUrl).hostname, name: brandName }
  const made = await generateRegistrationOptions({
    rpID: rp.id,
    rpName: rp.name,
    userName: email,
    userID: new TextEncoder().encode(id),
  })
  return {
    rp,
    user: { id: made.user.id, name: email, displayName: `${firstName} ${lastName}` },
    challenge: made.challenge,
    pubKeyCredParams: made.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFE,
    excludeCredentials: known.map(nameForBrowser),
    // Found without a name typed, and unlocked by its owner: so it can stand in for the password.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}
