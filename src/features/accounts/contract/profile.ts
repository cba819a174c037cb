import { z } from 'zod'
import { TimeZone } from '#platform/shared/chosen-time-zone.ts'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { FileAnswer } from '#platform/shared/file-answer.ts'
import { missing } from '#platform/shared/text.ts'
import { MobileNumber, personName, User } from '../contract.ts'
import { confirmationNeeded } from './session.ts'

/** What a member is told about; money and the safety of the account are told in any case. */
export const NotificationKind = z.enum(['sessions', 'deliverables', 'purchases', 'news'])
export type NotificationKind = z.infer<typeof NotificationKind>

export const NotificationChannel = z.enum(['email', 'sms'])
export type NotificationChannel = z.infer<typeof NotificationChannel>

export const NotificationChoice = z.strictObject({
  kind: NotificationKind,
  channel: NotificationChannel,
  isOn: z.boolean(),
})
export type NotificationChoice = z.infer<typeof NotificationChoice>

/** Who answers for a member under 18 (PRODUCT D24). */
export const Guardian = z.strictObject({
  name: personName('The name of your parent or guardian is required'),
  email: EmailAddress,
})
export type Guardian = z.infer<typeof Guardian>

/** Wherever a guardian is named. */
export const guardianIsMember = {
  'guardian-is-member': {
    status: 400,
    message: 'Please enter the email address of your parent or guardian, not your own.',
  },
} as const

export const Profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** The address that becomes the member's once the link that was sent to it is opened. */
  pendingEmail: z.string().nullable(),
  mobile: z.string(),
  profilePicture: z.string().nullable(),
  timeZone: z.string(),
  guardian: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** Each kind by each channel: as chosen, else by the defaults. */
  notifications: z.array(NotificationChoice),
})
export type Profile = z.infer<typeof Profile>

/** SPEC §2. */
const UPDATED = 'Profile updated successfully!'

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/account',
  summary: 'The profile of whoever is logged in',
  access: 'member',
  response: Profile,
})

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/account',
  summary: 'Change what is sent of the profile; the rest stays as it is, whatever another tab has changed',
  access: 'member',
  body: z.strictObject({
    firstName: personName('First name is required').optional(),
    lastName: personName('Last name is required').optional(),
    mobile: MobileNumber.optional(),
    timeZone: TimeZone.optional(),
    /** Null for who is 18 or older. */
    guardian: Guardian.nullable().optional(),
  }),
  response: z.object({ user: User, profile: Profile }),
  message: UPDATED,
  refusals: guardianIsMember,
})

export const saveNotifications = endpoint({
  method: 'PUT',
  path: '/api/account/notifications',
  summary: 'Choose what to be told about, and by which channel; what is sent counts as the own choice',
  access: 'member',
  body: z.strictObject({
    choices: z.array(NotificationChoice).min(1).max(8).refine(isEachOnce, 'Each choice may be made once.'),
  }),
  response: Profile.pick({ notifications: true }),
  message: UPDATED,
})

function isEachOnce(choices: NotificationChoice[]): boolean {
  return new Set(choices.map(({ kind, channel }) => `${kind} ${channel}`)).size === choices.length
}

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/account/email',
  summary: 'Send a link to a new e-mail address, which counts once the link is opened; a link before it ends',
  access: 'member',
  body: z.strictObject({ email: EmailAddress }),
  response: z.object({ pendingEmail: z.string() }),
  message: 'We have sent you a link. Your new address counts once you have opened it.',
  refusals: {
    ...confirmationNeeded,
    'email-taken': 'An account with this email already exists. Please choose another address.',
    'email-unchanged': 'This is your email address already.',
    'email-is-guardians': 'This is the address of your parent or guardian. Please use one of your own.',
  },
})

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/account/email',
  summary: 'Keep the present e-mail address: the link to the new one ends',
  access: 'member',
  response: z.null(),
  message: 'Your email address stays as it is.',
})

/** Of the file as it was chosen; in base64 it is a third longer. */
const MAX_PICTURE_BYTES = 5_000_000
const MAX_PICTURE_TEXT = 4 * Math.ceil(MAX_PICTURE_BYTES / 3)

export const savePicture = endpoint({
  method: 'PUT',
  path: '/api/account/picture',
  summary: 'Set the picture of the profile: an image file in base64, which is cut to a square',
  access: 'member',
  bodyLimit: MAX_PICTURE_TEXT + 1_000,
  body: z.strictObject({
    image: z
      .string(missing('Please choose a picture'))
      .min(1, 'Please choose a picture')
      .max(MAX_PICTURE_TEXT, 'Please choose a picture of at most 5 MB')
      .base64('Please choose a picture'),
  }),
  response: z.object({ user: User }),
  message: 'Your picture is saved.',
  refusals: {
    'not-a-picture': {
      status: 400,
      message: 'We cannot read this picture. Please choose a JPEG, PNG, WebP, AVIF or GIF file.',
    },
    'too-many-pixels': { status: 400, message: 'This picture is too large. Please choose a smaller one.' },
    'too-busy': { status: 503, message: 'Many pictures arrive right now. Please try again in a few seconds.' },
  },
})

export const getPicture = endpoint({
  method: 'GET',
  path: '/api/account/picture',
  summary: 'The own picture, as a file; its address names its version',
  access: 'member',
  query: z.strictObject({ v: z.string().max(64).optional() }),
  file: 'image/webp',
  response: FileAnswer,
  refusals: { 'no-picture': { status: 404, message: 'There is no picture at this address.' } },
})

export const removePicture = endpoint({
  method: 'DELETE',
  path: '/api/account/picture',
  summary: 'Remove the picture of the profile',
  access: 'member',
  response: z.object({ user: User }),
  message: 'Your picture is removed.',
})
