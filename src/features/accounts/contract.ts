import { z } from 'zod'
import { missing, text } from '#platform/shared/text.ts'

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

/** A number as people in the UK write it, such as 07700900123, gets its country code. */
export const MobileNumber = z
  .string(missing('Mobile number is required'))
  .trim()
  .overwrite((number) => number.replace(/^0(?=7[0-9]{9}$)/, '+44'))
  .min(1, 'Mobile number is required')
  .max(16, 'Please enter a valid mobile number with country code (e.g. +12345678901)')
  .regex(mobilePattern, 'Please enter a valid mobile number with country code (e.g. +12345678901)')

// Names appear in emails and invoices, where line breaks or direction marks could fake other text. The joiners that
// some scripts need (U+200C and U+200D) are allowed.
const unprintableCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u

export function personName(required: string, max = 100) {
  return text({ required, max }).refine(
    (name) => !unprintableCharacters.test(name),
    'Remove line breaks and invisible characters',
  )
}

export const tooBusy = {
  status: 503,
  message: 'We’re very busy right now. Try again in a few seconds.',
} as const

export const LoggedIn = z.object({ token: z.string(), user: User })

export const SecondFactorMethod = z.enum(['authenticator', 'recovery-code', 'passkey'])
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>

// Staff actions on other people's accounts.

export const memberParams = z.strictObject({ memberId: z.uuid() })

export const memberNotFound = { 'member-not-found': { status: 404, message: 'We couldn’t find this member.' } } as const

/** Shared by the staff endpoints for one member, each of which may add refusals. */
export const aboutMember = { access: 'administrator', params: memberParams, refusals: memberNotFound } as const

/** Stored in the audit log, which other staff can read. */
export const Reason = text({ required: 'Enter a reason', max: 500 })

export const notOwnAccount = {
  'own-account': 'This is your own account. Ask another administrator to do this.',
} as const

export const ChallengeToken = z.string().min(1).max(100)

/** Requires exactly one proof per request. */
export function hasExactlyOneOf<Name extends string>(...names: Name[]) {
  return (body: { [N in Name]?: unknown }) => names.filter((name) => body[name] !== undefined).length === 1
}

export const challengeExpired = {
  status: 400,
  message: 'This step has expired or has already been completed. Start again.',
} as const
