import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { LoggedIn, tooBusy } from '../contract.ts'
import {
  AuthenticatorCode,
  ChallengeToken,
  CurrentPassword,
  challengeOver,
  isOneOf,
  PasskeyProof,
  passkeyRefused,
  wrongCode,
  wrongPassword,
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
      password: CurrentPassword.optional(),
      code: AuthenticatorCode.optional(),
      passkey: z.strictObject({ challenge: ChallengeToken, proof: PasskeyProof }).optional(),
    })
    .refine(isOneOf('password', 'code', 'passkey'), { error: 'Password is required', path: ['password'] }),
  response: LoggedIn,
  refusals: {
    'wrong-password': wrongPassword,
    'wrong-code': wrongCode,
    'passkey-refused': passkeyRefused,
    'challenge-over': challengeOver,
    'too-busy': tooBusy,
  },
})

export const DeviceKind = z.enum(['computer', 'phone', 'tablet', 'unknown'])
export type DeviceKind = z.infer<typeof DeviceKind>

export const Session = z.object({
  id: z.uuid(),
  /** "Chrome on Windows". */
  device: z.string(),
  deviceKind: DeviceKind,
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** Its last moment, however busy it is. */
  expiresAt: z.iso.datetime(),
  keepSignedIn: z.boolean(),
  /** Whether it is the one that asks. */
  isThis: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Where the member is logged in, the latest login first',
  access: 'member',
  query: PageQuery,
  response: pageOf(Session),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:sessionId',
  summary: 'Log one device out; the device is not trusted any more. This one needs no confirmation',
  access: 'member',
  params: z.strictObject({ sessionId: z.uuid() }),
  response: z.null(),
  message: 'That device is logged out.',
  refusals: {
    ...confirmationNeeded,
    'session-not-found': { status: 404, message: 'That device is logged out already.' },
  },
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Log out every device but this one; none of them is trusted any more',
  access: 'member',
  response: z.object({ ended: z.number().int() }),
  refusals: confirmationNeeded,
})
