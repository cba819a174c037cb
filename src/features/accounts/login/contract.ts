import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { missing } from '#platform/shared/text.ts'
import { LoggedIn, SecondFactorMethod, tooBusy } from '../contract.ts'

/** Returned after a correct password if the login needs a second step. */
export const Challenge = z.object({
  challenge: z.string(),
  /** Empty if the second factor has not been set up yet. */
  methods: z.array(SecondFactorMethod),
})
export type Challenge = z.infer<typeof Challenge>

export const wrongCredentials = { status: 400, message: 'Email or password is incorrect.' } as const

export const login = endpoint('POST /api/auth/login', {
  summary: 'Log in, and return an access token with a refresh cookie or a second-factor challenge',
  access: 'public',
  body: z.strictObject({
    email: EmailAddress,
    password: z
      .string(missing('Password is required'))
      .min(1, 'Password is required')
      .min(6, 'Password must be at least 6 characters')
      .max(256, 'Use no more than 256 characters'),
    keepSignedIn: z.boolean().default(false),
  }),
  response: z.union([LoggedIn, Challenge]),
  message: 'Logged in successfully',
  refusals: {
    'wrong-credentials': wrongCredentials,
    'too-busy': tooBusy,
  },
})
