import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/passkey.ts'
import type { Passkey } from '../contract/passkey.ts'
import { takeChallenge } from './challenge-store.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { hashToken } from './make-token.ts'
import { insertPasskey } from './passkey-store.ts'
import { tellOwner } from './tell-owner.ts'

type Given = BodyOf<typeof contract.addPasskey>

/** The second half of `startPasskey`, in the same session, which proved who it is in the first. */
export async function addPasskey(context: MemberContext, { challenge, name, response }: Given): Promise<Passkey> {
  const { db, actor } = context
  const now = context.now()
  return db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    const tokenHash = hashToken(challenge)
    const taken = await takeChallenge(tx, { tokenHash, purpose: 'passkey-registration', now })
    const isOwn = taken?.accountId === account.id && taken.sessionId === actor.sessionId
    if (!(isOwn && taken.passkeyChallenge)) throw new Refused('challenge-over')

    const credential = await findCredential(context, response, taken.passkeyChallenge)
    if (!credential) throw new Refused('passkey-refused')
    const passkey = { accountId: account.id, ...credential, transports: response.transports, name, createdAt: now }
    const id = await insertPasskey(tx, passkey)
    if (!id) throw new Refused('passkey-known')
    await tellOwner(tx, context, account, { kind: 'passkey-added', name })
    return { id, name, addedAt: now.toISOString(), lastUsedAt: null }
  })
}

async function findCredential(
  { publicUrl }: MemberContext,
  { id, transports, ...response }: Given['response'],
  expectedChallenge: string,
) {
  const { verifyRegistrationResponse } = await loadWebauthn()
  try {
    if (!(await isWithoutVouchers(response.attestationObject))) return undefined
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
    // The library throws for whatever does not fit, and for what it cannot read.
    return undefined
  }
}

// Nobody asked for a maker's certificates. To check them, the library would fetch addresses that they name.
async function isWithoutVouchers(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'))
}
