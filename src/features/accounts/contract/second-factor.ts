import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LoggedIn } from '../contract.ts'
import { Passkey } from './passkey.ts'
import {
  AuthenticatorCode,
  ChallengeToken,
  challengeOver,
  isOneOf,
  PasskeyProof,
  passkeyRefused,
  RecoveryCode,
  wrongCode,
} from './proof.ts'
import { confirmationNeeded } from './session.ts'

/** Shown once: the server keeps only what they are recognised by. */
const RecoveryCodes = z.array(z.string())

/** What an authenticator app is set up with. */
export const AuthenticatorSecret = z.object({
  /** In base32, to type in. */
  secret: z.string(),
  /** The `otpauth:` address that the QR code holds. */
  address: z.string(),
})
export type AuthenticatorSecret = z.infer<typeof AuthenticatorSecret>

const secondFactorOff = 'You have no authenticator app switched on.'

export const passSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  summary: 'Answer the challenge of a login with a code, a recovery code or a passkey',
  access: 'public',
  body: z
    .strictObject({
      challenge: ChallengeToken,
      code: AuthenticatorCode.optional(),
      recoveryCode: RecoveryCode.optional(),
      passkey: PasskeyProof.optional(),
      /** Not to be asked for here for 30 days. */
      trustDevice: z.boolean().default(false),
    })
    .refine(isOneOf('code', 'recoveryCode', 'passkey'), { error: 'Please enter the code', path: ['code'] }),
  response: LoggedIn.extend({
    /** Only where this code has switched the second factor on. */
    recoveryCodes: RecoveryCodes.optional(),
  }),
  message: 'Logged in successfully',
  refusals: {
    'challenge-over': challengeOver,
    'wrong-code': wrongCode,
    'wrong-recovery-code': {
      status: 400,
      message: 'This recovery code is not right, or it was used already. Please check it, or take another one.',
    },
    'passkey-refused': passkeyRefused,
  },
})

export const setUpSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/setup',
  summary: 'Begin to set up the second factor that a login has asked for',
  access: 'public',
  body: z.strictObject({ challenge: ChallengeToken }),
  response: AuthenticatorSecret,
  refusals: { 'challenge-over': challengeOver },
})

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/account/second-factor',
  summary: 'What the member proves who they are with, beside the password',
  access: 'member',
  response: z.object({
    authenticator: z.object({ since: z.iso.datetime() }).nullable(),
    recoveryCodesLeft: z.number(),
    passkeys: z.array(Passkey),
    /** Staff on a public address cannot be without one. */
    isRequired: z.boolean(),
  }),
})

export const startAuthenticator = endpoint({
  method: 'POST',
  path: '/api/account/authenticator',
  summary: 'Begin to set up an authenticator app; it counts from its first right code on',
  access: 'member',
  response: AuthenticatorSecret,
  refusals: { ...confirmationNeeded },
})

export const confirmAuthenticator = endpoint({
  method: 'POST',
  path: '/api/account/authenticator/confirmation',
  summary: 'Switch the authenticator app on with its first code, in place of the one before',
  access: 'member',
  body: z.strictObject({ code: AuthenticatorCode }),
  response: z.object({ recoveryCodes: RecoveryCodes }),
  message: 'Your authenticator app is switched on.',
  refusals: {
    ...confirmationNeeded,
    'wrong-code': wrongCode,
    'not-started': { status: 400, message: 'Please start again: there is no app waiting for its first code.' },
  },
})

export const removeAuthenticator = endpoint({
  method: 'DELETE',
  path: '/api/account/authenticator',
  summary: 'Switch the authenticator app and its recovery codes off',
  access: 'member',
  response: z.null(),
  message: 'Your authenticator app is switched off.',
  refusals: {
    ...confirmationNeeded,
    'second-factor-off': secondFactorOff,
    'last-factor': 'Your role needs a second factor. Please add a passkey before you switch the app off.',
  },
})

export const replaceRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/recovery-codes',
  summary: 'New recovery codes; the ones before end',
  access: 'member',
  response: z.object({ recoveryCodes: RecoveryCodes }),
  message: 'You have new recovery codes. The old ones no longer work.',
  refusals: { ...confirmationNeeded, 'second-factor-off': secondFactorOff },
})
