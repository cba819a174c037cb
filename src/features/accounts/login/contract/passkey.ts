import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ChallengeToken, challengeExpired, LoggedIn } from '../../contract.ts'
import { PasskeyProof, PasskeyRequest, passkeyRefused } from '../../passkeys/contract/proof.ts'

export const startPasskeyLogin = endpoint('POST /api/auth/passkey/options', {
  summary: 'Get the challenge that a passkey must sign, for a login or for its second step',
  access: 'public',
  body: z.strictObject({ challenge: ChallengeToken.optional() }),
  response: z.object({ challenge: z.string(), options: PasskeyRequest }),
  refusals: { 'challenge-expired': challengeExpired },
})

export const logInWithPasskey = endpoint('POST /api/auth/passkey', {
  summary: 'Log in with a passkey instead of the password',
  access: 'public',
  body: z.strictObject({
    challenge: ChallengeToken,
    passkey: PasskeyProof,
    keepSignedIn: z.boolean().default(false),
  }),
  response: LoggedIn,
  message: 'Logged in successfully',
  refusals: { 'challenge-expired': challengeExpired, 'passkey-refused': passkeyRefused },
})
