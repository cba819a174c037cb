import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ChallengeToken, challengeExpired, LoggedIn } from '../../contract.ts'
import { PasskeyProof, PasskeyRequest, passkeyRefused } from '../../passkeys/contract/proof.ts'

export const startPasskeyLogin = endpoint('POST /api/auth/passkey/options', {
  summary: 'What a passkey has to sign: to log in, or to answer the challenge of a login under way',
  access: 'public',
  body: z.strictObject({ challenge: ChallengeToken.optional() }),
  response: z.object({ challenge: z.string(), options: PasskeyRequest }),
  refusals: { 'challenge-expired': challengeExpired },
})

export const logInWithPasskey = endpoint('POST /api/auth/passkey', {
  summary: 'Log in with a passkey in place of the password',
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
