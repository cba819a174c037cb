import type { InputOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { UNREACHABLE } from '#platform/web/request.ts'
import { type PasskeyProof, type PasskeyRequest, transports } from '../contract/proof.ts'
import type { addPasskey, startPasskeyRegistration } from '../contract.ts'

/**
 * Has one of the user's passkeys sign the server's challenge. The browser shows the dialog.
 * @throws Error with a message for the user
 */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyProof> {
  const { startAuthentication } = await loadLibrary()
  const answer = await startAuthentication({ optionsJSON: options }).catch(() => {
    throw new Error('We couldn’t use your passkey. Try again, or choose another way.')
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response
  return { id: answer.id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

type NewPasskey = InputOf<typeof addPasskey>['body']['response']

/** @throws Error with a message for the user */
export async function createPasskey(
  options: ResponseOf<typeof startPasskeyRegistration>['options'],
): Promise<NewPasskey> {
  const { startRegistration, WebAuthnError } = await loadLibrary()
  const answer = await startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    const isRegistered = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new Error(
      isRegistered ? 'This device already has a passkey for your account.' : 'We couldn’t create a passkey. Try again.',
    )
  })
  const { clientDataJSON, attestationObject, transports: reported = [] } = answer.response
  const knownTransports = transports.filter((transport) => reported.includes(transport))
  return { id: answer.id, clientDataJSON, attestationObject, transports: knownTransports }
}

async function loadLibrary() {
  if (!('PublicKeyCredential' in window)) throw new Error('This browser doesn’t support passkeys.')
  return import('@simplewebauthn/browser').catch(() => {
    throw new Error(UNREACHABLE)
  })
}
