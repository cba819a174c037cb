import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { makeToken } from '#platform/server/token.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { CHALLENGE_LIFETIME } from '../../second-factor/rules.ts'
import { type PasskeyProof, type PasskeyRequest, Transport } from '../contract/proof.ts'
import { findPasskey, recordPasskeyUse, type StoredPasskey } from './store.ts'

/** Asks for one of the given passkeys, or for any passkey of this site if none are given. */
export function createPasskeyRequest(publicUrl: string, passkeys: StoredPasskey[] = []): PasskeyRequest {
  return {
    challenge: makeToken().token,
    rpId: new URL(publicUrl).hostname,
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'required',
    allowCredentials: passkeys.map(toCredentialDescriptor),
  }
}

export function toCredentialDescriptor({ credentialId, transports }: StoredPasskey) {
  return {
    id: credentialId.toString('base64url'),
    type: 'public-key' as const,
    transports: transports.flatMap((transport) => Transport.safeParse(transport).data ?? []),
  }
}

/** @returns the owner of the passkey that signed the challenge, or undefined if the proof is not valid */
export async function verifyPasskey(
  tx: Db,
  context: Context,
  proof: PasskeyProof,
  passkeyChallenge: string,
): Promise<MemberId | undefined> {
  const passkey = await findPasskey(tx, Buffer.from(proof.id, 'base64url'))
  if (!passkey || !matchesUserHandle(passkey, proof)) return undefined
  const counter = await findNewCounter(context, proof, passkey, passkeyChallenge)
  if (counter === undefined) return undefined
  return (await recordPasskeyUse(tx, passkey.id, counter, context.now())) ? passkey.accountId : undefined
}

/** If a passkey names its user, it must name this account. */
function matchesUserHandle({ accountId }: StoredPasskey, { userHandle }: PasskeyProof): boolean {
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === accountId
}

async function findNewCounter(
  { publicUrl }: Context,
  { id, ...response }: PasskeyProof,
  passkey: StoredPasskey,
  expectedChallenge: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: publicUrl,
      expectedRPID: new URL(publicUrl).hostname,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for any mismatch and for input that it cannot read.
    return undefined
  }
}

/**
 * Loaded only when a passkey is first used, because the library takes 25 MB and delays startup by a fifth of a second.
 */
export function loadWebauthn() {
  return import('@simplewebauthn/server')
}
