import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { factorNeeded } from '#platform/shared/step-up.ts'
import { ChallengeToken, personName } from '../contract.ts'
import { bytes, KnownPasskey, Transport } from './contract/proof.ts'

/** Follows the rules for people's names, because it also appears in emails. */
const PasskeyName = personName('Give the passkey a name', 60)

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const passkeyParams = z.strictObject({ passkeyId: z.uuid() })
const passkeyNotFound = {
  status: 404,
  message: 'We couldn’t find this passkey. It may already have been removed. Reload the page.',
} as const

export const startPasskeyRegistration = endpoint('POST /api/account/passkeys/options', {
  summary: 'Get the options for creating a passkey',
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
  refusals: { ...factorNeeded, 'too-many-passkeys': 'You’ve reached the limit of 20 passkeys. Remove one first.' },
})

export const addPasskey = endpoint('POST /api/account/passkeys', {
  summary: 'Add a passkey',
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
  message: 'Your passkey is ready. You can now use it to log in.',
  refusals: {
    'challenge-expired': { status: 400, message: 'That took too long. Try again.' },
    'passkey-refused': { status: 400, message: 'We couldn’t add this passkey. Try again, or use another one.' },
    'passkey-already-added': 'This passkey has already been added to an account. Try another one.',
  },
})

export const renamePasskey = endpoint('PATCH /api/account/passkeys/:passkeyId', {
  summary: 'Rename a passkey',
  access: 'member',
  params: passkeyParams,
  body: z.strictObject({ name: PasskeyName }),
  response: z.null(),
  refusals: { 'passkey-not-found': passkeyNotFound },
})

export const removePasskey = endpoint('DELETE /api/account/passkeys/:passkeyId', {
  summary: 'Remove a passkey',
  access: 'member',
  params: passkeyParams,
  response: z.null(),
  message: 'Passkey removed.',
  refusals: {
    ...factorNeeded,
    'passkey-not-found': passkeyNotFound,
    'last-factor': 'Your role needs two-factor login. Set up an authenticator app before you remove this passkey.',
  },
})
