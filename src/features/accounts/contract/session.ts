import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { missing } from '#platform/shared/text.ts'
import { LoggedIn, tooBusy } from '../contract.ts'
import {
  AuthenticatorCode,
  ChallengeToken,
  challengeOver,
  isOneOf,
  PasskeyProof,
  passkeyRefused,
  wrongCode,
} from './proof.ts'

/** For every endpoint that asks for a fresh proof of identity: the page asks the member for it and calls once more. */
export const confirmationNeeded = {
  'confirmation-needed': 'Please confirm that it is you, then we go on.',
} as const

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/confirmation',
  summary: 'Prove once more who is logged in; the session gets another access token',
  access: 'member',
  body: z
    .strictObject({
      password: z
        .string(missing('Password is required'))
        .min(1, 'Password is required')
        .max(256, 'Please use at most 256 characters')
        .optional(),
      code: AuthenticatorCode.optional(),
      passkey: z.strictObject({ challenge: ChallengeToken, proof: PasskeyProof }).optional(),
    })
    .refine(isOneOf('password', 'code', 'passkey'), { error: 'Password is required', path: ['password'] }),
  response: LoggedIn,
  refusals: {
    'wrong-password': { status: 400, message: 'The password is incorrect.' },
    'wrong-code': wrongCode,
    'passkey-refused': passkeyRefused,
    'challenge-over': challengeOver,
    'too-busy': tooBusy,
  },
})
