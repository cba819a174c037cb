import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { LoggedIn, User } from '../contract.ts'

export const DeviceKind = z.enum(['computer', 'phone', 'tablet', 'unknown'])
export type DeviceKind = z.infer<typeof DeviceKind>

export const Session = z.object({
  id: z.uuid(),
  /** Such as "Chrome on Windows". */
  device: z.string(),
  deviceKind: DeviceKind,
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** When the session ends, even if it is in use. */
  expiresAt: z.iso.datetime(),
  keepSignedIn: z.boolean(),
  /** True for the caller's own session. */
  isThis: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint('GET /api/account/sessions', {
  summary: 'List the member’s sessions, latest login first',
  access: 'member',
  query: PageQuery,
  response: pageOf(Session),
})

export const revokeSession = endpoint('DELETE /api/account/sessions/:sessionId', {
  summary: 'Log out one device and stop trusting it',
  access: 'member',
  params: z.strictObject({ sessionId: z.uuid() }),
  response: z.null(),
  message: 'Device logged out.',
  refusals: {
    ...confirmationNeeded,
    'session-not-found': { status: 404, message: 'That device is already logged out.' },
  },
})

export const revokeOtherSessions = endpoint('DELETE /api/account/sessions', {
  summary: 'Log out all other devices and stop trusting them',
  access: 'member',
  response: z.object({ ended: z.number().int() }),
  refusals: confirmationNeeded,
})

export const refreshSession = endpoint('POST /api/auth/refresh', {
  summary: 'Exchange the refresh cookie for a new access token; data is null if there is no session to refresh',
  access: 'public',
  response: LoggedIn.nullable(),
})

export const logout = endpoint('POST /api/auth/logout', {
  summary: 'Log out',
  access: 'member',
  response: z.null(),
  message: 'Logged out successfully',
})

export const getMe = endpoint('GET /api/auth/me', {
  summary: 'Get the logged-in user',
  access: 'member',
  response: z.object({ user: User }),
})
