import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { MobileNumber, personName, tooBusy, User } from '../contract.ts'
import { NewPassword, weakPassword } from '../passwords/contract.ts'

export const register = endpoint('POST /api/auth/register', {
  summary: 'Open a member account',
  access: 'public',
  body: z.strictObject({
    firstName: personName('First name is required'),
    lastName: personName('Last name is required'),
    email: EmailAddress,
    mobile: MobileNumber,
    password: NewPassword,
    /** Marketing by email (PRODUCT D14), on unless the person opts out. */
    marketing: z.boolean().default(true),
  }),
  response: z.object({ user: User }),
  message: 'Registered successfully',
  refusals: {
    'email-taken': 'An account with this email already exists. Log in instead.',
    ...weakPassword,
    'too-busy': tooBusy,
  },
})
