import type { PasskeyRequest } from '../contract/passkey.ts'
import { Transport } from '../contract/proof.ts'
import { CHALLENGE_LIFE } from '../rules/second-factor.ts'
import { loadWebauthn } from './load-webauthn.ts'
import type { StoredPasskey } from './passkey-store.ts'

/** What a browser asks a passkey with: one of the given, or any that the person has for this site. */
export async function askPasskey(publicUrl: string, passkeys: StoredPasskey[] = []): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await loadWebauthn()
  const { challenge } = await generateAuthenticationOptions({ rpID: new URL(publicUrl).hostname })
  return {
    challenge,
    rpId: new URL(publicUrl).hostname,
    timeout: CHALLENGE_LIFE,
    userVerification: 'required',
    allowCredentials: passkeys.map(nameForBrowser),
  }
}

export function nameForBrowser({ credentialId, transports }: StoredPasskey) {
  return {
    id: credentialId.toString('base64url'),
    type: 'public-key' as const,
    transports: transports.flatMap((transport) => Transport.safeParse(transport).data ?? []),
  }
}
