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
  /** Ends the session even if it is in use. */
  expiresAt: z.iso.datetime(),
  keepSignedIn: z.boolean(),
  /** True for the session of the caller. */
  isThis: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint('GET /api/account/sessions', {
  summary: 'Where the member is logged in, the latest login first',
  access: 'member',
  query: PageQuery,
  response: pageOf(Session),
})

export const revokeSession = endpoint('DELETE /api/account/sessions/:sessionId', {
  summary: 'Log one device out; the device is not trusted any more',
  access: 'member',
  params: z.strictObject({ sessionId: z.uuid() }),
  response: z.null(),
  message: 'That device is logged out.',
  refusals: {
    ...confirmationNeeded,
    'session-not-found': { status: 404, message: 'That device is logged out already.' },
  },
})

export const revokeOtherSessions = endpoint('DELETE /api/account/sessions', {
  summary: 'Log out every device but this one; none of them is trusted any more',
  access: 'member',
  response: z.object({ ended: z.number().int() }),
  refusals: confirmationNeeded,
})

export const refreshSession = endpoint('POST /api/auth/refresh', {
  summary: 'A new access token for the renewal cookie; data is null where there is no session to renew',
  access: 'public',
  response: LoggedIn.nullable(),
})

export const logout = endpoint('POST /api/auth/logout', {
  summary: 'End this session',
  access: 'member',
  response: z.null(),
  message: 'Logged out successfully',
})

export const getMe = endpoint('GET /api/auth/me', {
  summary: 'Who is logged in',
  access: 'member',
  response: z.object({ user: User }),
})
