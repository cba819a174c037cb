import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LoggedIn, personName } from '../contract.ts'
import { bytes, ChallengeToken, challengeOver, PasskeyProof, passkeyRefused, Transport } from './proof.ts'
import { confirmationNeeded } from './session.ts'

const KnownPasskey = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(Transport) })

/** What the browser asks a passkey with. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Empty: the person chooses among the passkeys that their device knows for this site. */
  allowCredentials: z.array(KnownPasskey),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** It stands in letters too. */
const PasskeyName = personName('Please give the passkey a name', 60)

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const passkeyParams = z.strictObject({ passkeyId: z.uuid() })
const passkeyUnknown = { status: 404, message: 'There is no such passkey.' } as const

export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  summary: 'What a passkey has to sign: to log in, or to answer the challenge of a login under way',
  access: 'public',
  body: z.strictObject({ challenge: ChallengeToken.optional() }),
  response: z.object({ challenge: z.string(), options: PasskeyRequest }),
  refusals: { 'challenge-over': challengeOver },
})

export const logInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  summary: 'Log in with a passkey in place of the password',
  access: 'public',
  body: z.strictObject({
    challenge: ChallengeToken,
    passkey: PasskeyProof,
    keepSignedIn: z.boolean().default(false),
  }),
  response: LoggedIn,
  message: 'Logged in successfully',
  refusals: { 'challenge-over': challengeOver, 'passkey-refused': passkeyRefused },
})

export const startPasskeyConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/confirmation/passkey/options',
  summary: 'What a passkey of the member has to sign to prove once more who is logged in',
  access: 'member',
  response: z.object({ challenge: z.string(), options: PasskeyRequest }),
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  summary: 'What a new passkey is made from',
  access: 'member',
  response: z.object({
    challenge: z.string(),
    options: z.object({
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
      timeout: z.number(),
      excludeCredentials: z.array(KnownPasskey),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
    }),
  }),
  refusals: { ...confirmationNeeded, 'too-many-passkeys': 'You have twenty passkeys. Please remove one first.' },
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  summary: 'Keep a new passkey',
  access: 'member',
  body: z.strictObject({
    challenge: ChallengeToken,
    name: PasskeyName,
    response: z.strictObject({
      id: bytes(1_400),
      clientDataJSON: bytes(4_000),
      attestationObject: bytes(20_000),
      transports: z.array(Transport).max(10),
    }),
  }),
  response: Passkey,
  message: 'Your passkey is ready. You can log in with it from now on.',
  refusals: {
    'challenge-over': { status: 400, message: 'That took too long. Please try again.' },
    'passkey-refused': { status: 400, message: 'This passkey could not be added. Please try again, or another one.' },
    'passkey-known': 'This passkey is in use already.',
  },
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/account/passkeys/:passkeyId',
  summary: 'Give a passkey another name',
  access: 'member',
  params: passkeyParams,
  body: z.strictObject({ name: PasskeyName }),
  response: z.null(),
  refusals: { 'passkey-unknown': passkeyUnknown },
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/:passkeyId',
  summary: 'Forget a passkey',
  access: 'member',
  params: passkeyParams,
  response: z.null(),
  message: 'The passkey is removed.',
  refusals: {
    ...confirmationNeeded,
    'passkey-unknown': passkeyUnknown,
    'last-factor':
      'Your role needs a second factor. Please set up an authenticator app before you remove this passkey.',
  },
})
