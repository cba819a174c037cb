import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ChallengeToken, challengeExpired, hasExactlyOneOf, LoggedIn, tooBusy } from '../contract.ts'
import { PasskeyProof, PasskeyRequest, passkeyRefused } from '../passkeys/contract/proof.ts'
import { CurrentPassword, wrongPassword } from '../passwords/contract.ts'
import { AuthenticatorCode, RecoveryCode, wrongCode, wrongRecoveryCode } from '../second-factor/contract/codes.ts'

export const startPasskeyReauthentication = endpoint('POST /api/auth/reauthentication/passkey/options', {
  summary: 'Get the challenge that a passkey must sign to reauthenticate',
  access: 'member',
  response: z.object({ challenge: z.string(), options: PasskeyRequest }),
})

export const reauthenticate = endpoint('POST /api/auth/reauthentication', {
  summary: 'Reauthenticate; the session gets a new access token',
  access: 'member',
  body: z
    .strictObject({
      password: CurrentPassword.optional(),
      code: AuthenticatorCode.optional(),
      recoveryCode: RecoveryCode.optional(),
      passkey: z.strictObject({ challenge: ChallengeToken, proof: PasskeyProof }).optional(),
    })
    .refine(hasExactlyOneOf('password', 'code', 'recoveryCode', 'passkey'), {
      error: 'Password is required',
      path: ['password'],
    }),
  response: LoggedIn,
  refusals: {
    'wrong-password': wrongPassword,
    'wrong-code': wrongCode,
    'wrong-recovery-code': wrongRecoveryCode,
    'passkey-refused': passkeyRefused,
    'challenge-expired': challengeExpired,
    'too-busy': tooBusy,
  },
})
