import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { missing } from '#platform/shared/text.ts'
import { NewPassword, tooBusy, User, weakPassword } from '../contract.ts'
import { CurrentPassword, wrongPassword } from './proof.ts'

/** SPEC §5: what is asked beside a new password, so that nobody mistypes one they cannot see. */
export const PasswordConfirmation = z
  .string(missing('Please confirm your password'))
  .min(1, 'Please confirm your password')

export const NewPasswordTwice = z.strictObject({ password: NewPassword, confirmPassword: PasswordConfirmation })

type Confirmed = { password: string; confirmPassword: string }

export function isConfirmed({ password, confirmPassword }: Confirmed): boolean {
  return password === confirmPassword
}

export const notConfirmed = {
  error: 'Passwords do not match',
  path: ['confirmPassword'],
  // Also while other fields are still wrong: all that is to be mended is said at once.
  when: ({ value }: { value: unknown }) => hasConfirmation(value),
}

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Send a link that sets a new password, if there is such an account; the answer does not tell',
  access: 'public',
  body: z.strictObject({
    email: EmailAddress,
    /** The page to come back to after the login that follows (PRODUCT D5). */
    from: z.string().max(1_000).optional(),
  }),
  response: z.null(),
  message: 'Password reset link sent to your email successfully.',
})

/** SPEC §5 */
export const LINK_MISSING = 'Invalid or missing reset token.'

const LinkToken = z.string(missing(LINK_MISSING)).min(1, LINK_MISSING).max(100, LINK_MISSING)

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password/:token',
  summary: 'Set a new password with the token of the mail; every session ends',
  access: 'public',
  params: z.strictObject({ token: LinkToken }),
  body: NewPasswordTwice.extend({ token: LinkToken }).refine(isConfirmed, notConfirmed),
  response: z.null(),
  message: 'Your password has been reset successfully.',
  refusals: {
    'link-invalid': {
      status: 400,
      message: `${LINK_MISSING} A link works for 60 minutes and once, and only the latest one.`,
    },
    ...weakPassword,
    'too-busy': tooBusy,
  },
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  summary: 'Set another password; every other session ends, and this one gets another access token',
  access: 'member',
  body: z.strictObject({
    currentPassword: CurrentPassword,
    password: NewPassword,
  }),
  response: z.object({ token: z.string(), user: User }),
  message: 'Your password has been changed.',
  refusals: {
    'wrong-password': wrongPassword,
    'password-unchanged': { status: 400, message: 'This is your current password. Please choose another one.' },
    ...weakPassword,
    'too-busy': tooBusy,
  },
})

function hasConfirmation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'confirmPassword' in value && value.confirmPassword !== ''
}
