import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { isStorable, missing, text } from '#platform/shared/text.ts'

export const Role = z.enum(['member', 'consultant', 'administrator'])
export type Role = z.infer<typeof Role>

export const User = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobile: z.string(),
  profilePicture: z.string().nullable(),
  role: Role,
  emailVerified: z.boolean(),
})
export type User = z.infer<typeof User>

/** SPEC §5: a plus sign, a digit from 1 to 9, then 7 to 14 digits. */
const mobilePattern = /^\+[1-9][0-9]{7,14}$/

export const MobileNumber = z
  .string(missing('Mobile number is required'))
  .trim()
  .min(1, 'Mobile number is required')
  .max(16, 'Please enter a valid mobile number with country code (e.g. +12345678901)')
  .regex(mobilePattern, 'Please enter a valid mobile number with country code (e.g. +12345678901)')

// A name stands in letters and invoices: it may neither begin a line of its own there nor turn the reading around. The
// joiners that some scripts write names with may stay.
const notInNames = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u

export function personName(required: string, max = 100) {
  return text({ required, max }).refine(
    (name) => !notInNames.test(name),
    'Please remove line breaks and characters that cannot be seen',
  )
}

/** Passwords are taken as typed: neither trimmed nor cut. The upper bound only keeps the hash from being a weapon. */
export const NewPassword = z
  .string(missing('Password is required'))
  .min(1, 'Password is required')
  .min(8, 'Password must be at least 8 characters')
  .max(256, 'Please use at most 256 characters')
  .refine(isStorable, 'Please remove the characters that cannot be typed again')

/** A new password that others would try first, wherever one is set. */
export const weakPassword = {
  'password-common': {
    status: 400,
    message:
      'This is one of the passwords that others try first. A few unrelated words in a row make a strong one that is easy to remember.',
  },
  'password-personal': {
    status: 400,
    message:
      'Your name, your email address and our name are what others try first. Please leave them out, or add a few unrelated words.',
  },
  'password-too-short': {
    status: 400,
    message: 'Please use at least 15 characters, as your account is staff. A few unrelated words in a row are enough.',
  },
} as const

export const tooBusy = {
  status: 503,
  message: 'Many people are logging in right now. Please try again in a few seconds.',
} as const

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Open a member account',
  access: 'public',
  body: z.strictObject({
    firstName: personName('First name is required'),
    lastName: personName('Last name is required'),
    email: EmailAddress,
    mobile: MobileNumber,
    password: NewPassword,
    /** Marketing by e-mail, PRODUCT D14: on unless the person says no. */
    marketing: z.boolean().default(true),
  }),
  response: z.object({ user: User }),
  message: 'Registered successfully',
  refusals: {
    'email-taken': 'An account with this email already exists. Please log in instead.',
    ...weakPassword,
    'too-busy': tooBusy,
  },
})

export const LoggedIn = z.object({ token: z.string(), user: User })

export const SecondFactorMethod = z.enum(['authenticator', 'recovery-code', 'passkey'])
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>

/** The password was right, and that is not enough: what the next step is answered with. */
export const Challenge = z.object({
  challenge: z.string(),
  /** None: a second factor has to be set up first. */
  methods: z.array(SecondFactorMethod),
})
export type Challenge = z.infer<typeof Challenge>

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Log in: an access token in the answer, a renewal cookie beside it; or the challenge of the second factor',
  access: 'public',
  body: z.strictObject({
    email: EmailAddress,
    password: z
      .string(missing('Password is required'))
      .min(1, 'Password is required')
      .min(6, 'Password must be at least 6 characters')
      .max(256, 'Please use at most 256 characters'),
    keepSignedIn: z.boolean().default(false),
  }),
  response: z.union([LoggedIn, Challenge]),
  message: 'Logged in successfully',
  refusals: {
    'wrong-credentials': { status: 400, message: 'Email or password is incorrect.' },
    'too-busy': tooBusy,
  },
})

export const renewSession = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  summary: 'A new access token for the renewal cookie; data is null where there is no session to renew',
  access: 'public',
  response: LoggedIn.nullable(),
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session',
  access: 'member',
  response: z.null(),
  message: 'Logged out successfully',
})

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Who is logged in',
  access: 'member',
  response: z.object({ user: User }),
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Confirm an e-mail address with the token of the mail',
  access: 'public',
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  response: z.object({
    /** Masked: whoever holds the link recognises it, and learns no more. */
    address: z.string(),
    /** Mail scanners open links before people do. */
    wasConfirmed: z.boolean(),
    /** It took the place of another one just now: the member logs in with it from now on. */
    isNew: z.boolean(),
  }),
  message: 'Your email address is confirmed.',
  refusals: {
    'link-invalid': {
      status: 400,
      message:
        'This link is not valid any more. Your account works without it. Once you are logged in, we can send you a new one.',
    },
    'address-taken': 'By now another account has this email address. Your account keeps the one it has.',
  },
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email/link',
  summary: 'Send the link that confirms the e-mail address once more; the links before it end',
  access: 'member',
  response: z.null(),
  message: 'We have sent you a new link. It can take a few minutes to arrive.',
  refusals: { 'email-confirmed': 'Your email address is confirmed already.' },
})
