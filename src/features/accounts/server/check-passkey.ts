import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { PasskeyProof } from '../contract/proof.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { findPasskey, notePasskeyUse, type StoredPasskey } from './passkey-store.ts'

/** @returns whose passkey has signed the challenge, or undefined where none of ours has */
export async function checkPasskey(
  tx: Db,
  context: Context,
  proof: PasskeyProof,
  passkeyChallenge: string,
): Promise<MemberId | undefined> {
  const passkey = await findPasskey(tx, Buffer.from(proof.id, 'base64url'))
  if (!passkey || !isFor(passkey, proof)) return undefined
  const counter = await findNewCounter(context, proof, passkey, passkeyChallenge)
  if (counter === undefined) return undefined
  return (await notePasskeyUse(tx, passkey.id, counter, context.now())) ? passkey.accountId : undefined
}

/** A passkey that says for whom it was made has to say the right one. */
function isFor({ accountId }: StoredPasskey, { userHandle }: PasskeyProof): boolean {
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
    // The library throws for whatever does not fit, and for what it cannot read.
    return undefined
  }
}
