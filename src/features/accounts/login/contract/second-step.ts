import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ChallengeToken, challengeExpired, hasExactlyOneOf, LoggedIn } from '../../contract.ts'
import { PasskeyProof, passkeyRefused } from '../../passkeys/contract/proof.ts'
import { AuthenticatorCode, RecoveryCode, wrongCode, wrongRecoveryCode } from '../../second-factor/contract/codes.ts'
import { AuthenticatorSecret, RecoveryCodes } from '../../second-factor/contract.ts'

export const passSecondFactor = endpoint('POST /api/auth/second-factor', {
  summary: 'Complete a login with an authenticator code, a recovery code or a passkey',
  access: 'public',
  body: z
    .strictObject({
      challenge: ChallengeToken,
      code: AuthenticatorCode.optional(),
      recoveryCode: RecoveryCode.optional(),
      passkey: PasskeyProof.optional(),
      /** Skips the second factor on this device for 30 days. */
      trustDevice: z.boolean().default(false),
    })
    .refine(hasExactlyOneOf('code', 'recoveryCode', 'passkey'), { error: 'Enter the code', path: ['code'] }),
  response: LoggedIn.extend({
    /** Present only if this code enabled the second factor. */
    recoveryCodes: RecoveryCodes.optional(),
  }),
  message: 'Logged in successfully',
  refusals: {
    'challenge-expired': challengeExpired,
    'wrong-code': wrongCode,
    'wrong-recovery-code': wrongRecoveryCode,
    'passkey-refused': passkeyRefused,
  },
})

export const setUpSecondFactor = endpoint('POST /api/auth/second-factor/setup', {
  summary: 'Start setting up the second factor that a login requires',
  access: 'public',
  body: z.strictObject({ challenge: ChallengeToken }),
  response: AuthenticatorSecret,
  refusals: { 'challenge-expired': challengeExpired },
})
