import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { missing } from '#platform/shared/text.ts'
import { tooBusy, User } from '../contract.ts'

/** For every endpoint that asks for a fresh proof of identity: the page asks the member for it and calls once more. */
export const confirmationNeeded = {
  'confirmation-needed': 'Please confirm that it is you, then we go on.',
} as const

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/confirmation',
  summary: 'Prove once more who is logged in; the session gets another access token',
  access: 'member',
  body: z.strictObject({
    password: z
      .string(missing('Password is required'))
      .min(1, 'Password is required')
      .max(256, 'Please use at most 256 characters'),
  }),
  response: z.object({ token: z.string(), user: User }),
  refusals: {
    'wrong-password': { status: 400, message: 'The password is incorrect.' },
    'too-busy': tooBusy,
  },
})
