import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { confirmationNeeded, factorNeeded } from '#platform/shared/step-up.ts'
import { ChallengeToken, challengeExpired } from '../contract.ts'
import { Passkey } from '../passkeys/contract.ts'
import { AuthenticatorCode, wrongCode } from './contract/codes.ts'

/** Shown once, because the server stores only their hashes. */
export const RecoveryCodes = z.array(z.string())

export const AuthenticatorSecret = z.object({
  /** In base32, for typing into the app. */
  secret: z.string(),
  /** The `otpauth:` address for the QR code. */
  address: z.string(),
})
export type AuthenticatorSecret = z.infer<typeof AuthenticatorSecret>

const secondFactorOff = 'You haven’t set up an authenticator app.'

const recoveryRequested = {
  response: z.object({ dueAt: z.iso.datetime() }),
  message: 'We’ve sent you an email. We’ll remove your two-factor login in seven days, unless you use it before then.',
} as const

const askOperator = {
  'ask-operator': 'Ask the person who runs the site. Only they can remove two-factor login for staff.',
} as const

export const requestFactorRecovery = endpoint('POST /api/auth/second-factor/recovery', {
  summary: 'Request the removal of a lost second factor in seven days, during a login that requires it',
  access: 'public',
  body: z.strictObject({ challenge: ChallengeToken }),
  ...recoveryRequested,
  refusals: { 'challenge-expired': challengeExpired, 'second-factor-off': secondFactorOff, ...askOperator },
})

export const requestOwnFactorRecovery = endpoint('POST /api/account/second-factor/recovery', {
  summary: 'Request the removal of all second factors of the account in seven days',
  access: 'member',
  ...recoveryRequested,
  refusals: { ...confirmationNeeded, 'second-factor-off': secondFactorOff, ...askOperator },
})

export const getSecondFactor = endpoint('GET /api/account/second-factor', {
  summary: 'Get the member’s second factors: authenticator app, recovery codes and passkeys',
  access: 'member',
  response: z.object({
    authenticator: z.object({ since: z.iso.datetime() }).nullable(),
    recoveryCodesLeft: z.number(),
    passkeys: z.array(Passkey),
    /** Staff on a public address must have a second factor. */
    isRequired: z.boolean(),
    /** When all factors will be removed, if they were reported lost. */
    removedAt: z.iso.datetime().nullable(),
  }),
})

export const startAuthenticator = endpoint('POST /api/account/authenticator', {
  summary: 'Start setting up an authenticator app, which is enabled by its first correct code',
  access: 'member',
  response: AuthenticatorSecret,
  refusals: { ...factorNeeded },
})

export const confirmAuthenticator = endpoint('POST /api/account/authenticator/confirmation', {
  summary: 'Enable the authenticator app with its first code; it replaces the previous one',
  access: 'member',
  body: z.strictObject({ code: AuthenticatorCode }),
  response: z.object({ recoveryCodes: RecoveryCodes }),
  message: 'Two-factor login is on.',
  refusals: {
    ...factorNeeded,
    'wrong-code': wrongCode,
    'not-started': { status: 400, message: 'We’re not expecting a code from a new app. Start again.' },
  },
})

export const removeAuthenticator = endpoint('DELETE /api/account/authenticator', {
  summary: 'Remove the authenticator app and its recovery codes',
  access: 'member',
  response: z.null(),
  message: 'Two-factor login is off.',
  refusals: {
    ...factorNeeded,
    'second-factor-off': secondFactorOff,
    'last-factor': 'Your role needs two-factor login. Add a passkey before you turn off the app.',
  },
})

export const replaceRecoveryCodes = endpoint('POST /api/account/recovery-codes', {
  summary: 'Replace the recovery codes',
  access: 'member',
  response: z.object({ recoveryCodes: RecoveryCodes }),
  message: 'You have new recovery codes. The old ones no longer work.',
  refusals: { ...factorNeeded, 'second-factor-off': secondFactorOff },
})
