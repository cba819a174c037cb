import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import { CHALLENGE_LIFETIME, lacksRequiredFactor } from '../../second-factor/rules.ts'
import { notifyFactorChanged } from '../../second-factor/server/notify-factor-changed.ts'
import { getFactors } from '../../second-factor/server/store.ts'
import { consumeChallenge, createChallenge } from '../../server/challenge-store.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import { type Account, getAccount } from '../../server/store.ts'
import { recordFactorProof } from '../../sessions/server/store.ts'
import type * as contract from '../contract.ts'
import type { Passkey } from '../contract.ts'
import { deletePasskey, insertPasskey, listPasskeys, type StoredPasskey, updatePasskeyName } from './store.ts'
import { loadWebauthn, toCredentialDescriptor } from './verify-passkey.ts'

type AddPasskeyBody = BodyOf<typeof contract.addPasskey>

/** Completes `startPasskeyRegistration` in the same session, where the member proved their identity. */
export async function addPasskey(
  context: MemberContext,
  { challenge, name, response }: AddPasskeyBody,
): Promise<Passkey> {
  const { db, actor } = context
  const now = context.now()
  return db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    const consumed = await consumeChallenge(tx, context, 'passkey-registration', challenge)
    const isOwn = consumed?.accountId === account.id && consumed.sessionId === actor.sessionId
    if (!(isOwn && consumed.passkeyChallenge)) throw new Refused('challenge-expired')

    const credential = await findCredential(context, response, consumed.passkeyChallenge)
    if (!credential) throw new Refused('passkey-refused')
    const passkey = { accountId: account.id, ...credential, transports: response.transports, name, createdAt: now }
    const id = await insertPasskey(tx, passkey)
    if (!id) throw new Refused('passkey-already-added')
    await recordFactorProof(tx, actor.sessionId, now)
    await notifyFactorChanged(tx, context, account, { kind: 'passkey-added', name })
    return { id, name, addedAt: now.toISOString(), lastUsedAt: null }
  })
}

async function findCredential(
  { publicUrl }: MemberContext,
  { id, transports, ...response }: AddPasskeyBody['response'],
  expectedChallenge: string,
) {
  const { verifyRegistrationResponse } = await loadWebauthn()
  try {
    if (!(await hasNoAttestation(response.attestationObject))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { ...response, transports },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: publicUrl,
      expectedRPID: new URL(publicUrl).hostname,
      requireUserVerification: true,
    })
    if (!verified) return undefined
    const { credential } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
    }
  } catch {
    // The library throws for any mismatch and for input that it cannot read.
    return undefined
  }
}

// We request no attestation. To check its certificates, the library would fetch the URLs they contain.
async function hasNoAttestation(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'))
}

/** No one has more devices than this. */
const MAX_PASSKEYS = 20

type StartedRegistration = ResponseOf<typeof contract.startPasskeyRegistration>

export async function startPasskeyRegistration(context: MemberContext): Promise<StartedRegistration> {
  const { db, actor } = context
  const account = await getAccount(db, actor.memberId)
  const passkeys = await listPasskeys(db, actor.memberId)
  if (passkeys.length >= MAX_PASSKEYS) throw new Refused('too-many-passkeys')

  const options = await createRegistrationOptions(context, account, passkeys)
  const challenge = await createChallenge(db, context, {
    purpose: 'passkey-registration',
    accountId: account.id,
    sessionId: actor.sessionId,
    passkeyChallenge: options.challenge,
  })
  return { challenge, options }
}

async function createRegistrationOptions(
  { db, publicUrl }: MemberContext,
  { id, email, firstName, lastName }: Account,
  passkeys: StoredPasskey[],
): Promise<StartedRegistration['options']> {
  const { brandName } = await readCompany(db)
  const { generateRegistrationOptions } = await loadWebauthn()
  const rp = { id: new URL(publicUrl).hostname, name: brandName }
  const generated = await generateRegistrationOptions({
    rpID: rp.id,
    rpName: rp.name,
    userName: email,
    userID: new TextEncoder().encode(id),
  })
  return {
    rp,
    user: { id: generated.user.id, name: email, displayName: fullName(firstName, lastName) },
    challenge: generated.challenge,
    pubKeyCredParams: generated.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFETIME,
    excludeCredentials: passkeys.map(toCredentialDescriptor),
    // Such a passkey needs no typed email and must be unlocked by its owner, so it can replace the password.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

export async function removePasskey(context: MemberContext, id: string): Promise<null> {
  const { db, actor, publicUrl } = context
  await db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    const name = await deletePasskey(tx, account.id, id)
    if (name === undefined) throw new Refused('passkey-not-found')
    const factors = await getFactors(tx, account.id)
    if (lacksRequiredFactor({ role: account.role, publicUrl, factors })) throw new Refused('last-factor')
    await notifyFactorChanged(tx, context, account, { kind: 'passkey-removed', name })
  })
  return null
}

export async function renamePasskey({ db, actor }: MemberContext, id: string, name: string): Promise<null> {
  const isRenamed = await updatePasskeyName(db, { accountId: actor.memberId, id, name })
  if (!isRenamed) throw new Refused('passkey-not-found')
  return null
}
