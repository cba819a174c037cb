import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { isStorable, missing } from '#platform/shared/text.ts'
import { tooBusy, User } from '../contract.ts'

export const MIN_PASSWORD_LENGTH = 8
/** Recommended by ASVS 6.2.1. */
export const MIN_STAFF_PASSWORD_LENGTH = 15

/**
 * Passwords are used as typed, neither trimmed nor truncated. The upper bound stops attackers from overloading the
 * server with long ones.
 */
export const NewPassword = z
  .string(missing('Password is required'))
  .min(1, 'Password is required')
  .min(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(256, 'Use no more than 256 characters')
  .refine(isStorable, 'Remove line breaks and invisible characters')

/** Refusals for a weak password, wherever a new one is set. */
export const weakPassword = {
  'password-common': {
    status: 400,
    message: 'This password is too common. Three or four random words work well and are easy to remember.',
  },
  'password-personal': {
    status: 400,
    message:
      'Passwords with your name, your email address or our name are easy to guess. Leave them out, or add a few random words.',
  },
  'password-too-short': {
    status: 400,
    message: `Staff passwords need at least ${MIN_STAFF_PASSWORD_LENGTH} characters. Three or four random words work well.`,
  },
} as const

/** Only compared with the stored hash, so the rules for new passwords do not apply. */
export const CurrentPassword = z
  .string(missing('Password is required'))
  .min(1, 'Password is required')
  .max(256, 'Use no more than 256 characters')

export const wrongPassword = { status: 400, message: 'The password is incorrect.' } as const

/** SPEC §5: a new password is typed twice, because a typo in a hidden field goes unnoticed. */
export const PasswordConfirmation = z
  .string(missing('Please confirm your password'))
  .min(1, 'Please confirm your password')

export const NewPasswordWithConfirmation = z.strictObject({
  password: NewPassword,
  confirmPassword: PasswordConfirmation,
})

type Confirmed = { password: string; confirmPassword: string }

export function passwordsMatch({ password, confirmPassword }: Confirmed): boolean {
  return password === confirmPassword
}

export const passwordMismatch = {
  error: 'Passwords do not match',
  path: ['confirmPassword'],
  // Runs even if other fields are invalid, so that all errors appear together.
  when: ({ value }: { value: unknown }) => hasConfirmation(value),
}

export const forgotPassword = endpoint('POST /api/auth/forgot-password', {
  summary: 'Send a password reset link if the account exists, which the response does not reveal',
  access: 'public',
  body: z.strictObject({
    email: EmailAddress,
    /** The page to return to after the login that follows (PRODUCT D5). */
    from: z.string().max(1_000).optional(),
  }),
  response: z.null(),
  message: 'Password reset link sent to your email successfully.',
})

/** SPEC §5 */
export const LINK_MISSING = 'Invalid or missing reset token.'

const LinkToken = z.string(missing(LINK_MISSING)).min(1, LINK_MISSING).max(100, LINK_MISSING)

export const resetPassword = endpoint('POST /api/auth/reset-password/:token', {
  summary: 'Set a new password using the emailed token, and end every session',
  access: 'public',
  params: z.strictObject({ token: LinkToken }),
  body: NewPasswordWithConfirmation.extend({ token: LinkToken }).refine(passwordsMatch, passwordMismatch),
  response: z.null(),
  message: 'Your password has been reset successfully.',
  refusals: {
    'link-invalid': {
      status: 400,
      message: `${LINK_MISSING} Links work once, for 60 minutes, and only the newest is valid.`,
    },
    ...weakPassword,
    'too-busy': tooBusy,
  },
})

export const changePassword = endpoint('POST /api/account/password', {
  summary: 'Change the password, end all other sessions and issue a new access token',
  access: 'member',
  body: z.strictObject({
    currentPassword: CurrentPassword,
    password: NewPassword,
  }),
  response: z.object({ token: z.string(), user: User }),
  message: 'Your password has been changed.',
  refusals: {
    'wrong-password': wrongPassword,
    'password-unchanged': { status: 400, message: 'This is your current password. Choose a different one.' },
    ...weakPassword,
    'too-busy': tooBusy,
  },
})

function hasConfirmation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'confirmPassword' in value && value.confirmPassword !== ''
}
