import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LoggedIn, MobileNumber, personName, tooBusy } from '../contract.ts'
import { Challenge, wrongCredentials } from '../login/contract.ts'
import { NewPassword, weakPassword } from '../passwords/contract.ts'

const NewAccount = z.strictObject({
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  email: EmailAddress,
  password: NewPassword,
  /** Marketing by email (PRODUCT D14), on unless the person opts out. */
  marketing: z.boolean().default(true),
})

const refusals = {
  'email-taken': 'An account with this email already exists. Log in instead.',
  ...weakPassword,
  'too-busy': tooBusy,
} as const

export const register = endpoint('POST /api/auth/register', {
  summary: 'Open a member account and log in',
  access: 'public',
  body: NewAccount.extend({ mobile: MobileNumber }),
  response: LoggedIn,
  message: 'Registered successfully',
  refusals,
})

export const openAccount = endpoint('POST /api/auth/accounts', {
  summary: 'Open an account at the checkout, or log in if the email address already has one',
  access: 'public',
  body: NewAccount,
  response: z.union([LoggedIn, Challenge]),
  refusals: { ...refusals, 'wrong-credentials': wrongCredentials },
})
