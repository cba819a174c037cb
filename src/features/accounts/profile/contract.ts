import { z } from 'zod'
import { TimeZone } from '#platform/shared/date-fields.ts'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { FileResponse } from '#platform/shared/file-response.ts'
import { MAX_PICTURE_BASE64, PictureUpload, pictureRefusals } from '#platform/shared/picture-upload.ts'
import { MobileNumber, personName, User } from '../contract.ts'

/** Topics that a member can choose. Emails about money and account security are always sent. */
export const NotificationKind = z.enum(['sessions', 'deliverables', 'purchases', 'news'])
export type NotificationKind = z.infer<typeof NotificationKind>

export const NotificationChannel = z.enum(['email', 'sms'])
export type NotificationChannel = z.infer<typeof NotificationChannel>

export const NotificationPreference = z.strictObject({
  kind: NotificationKind,
  channel: NotificationChannel,
  isOn: z.boolean(),
})
export type NotificationPreference = z.infer<typeof NotificationPreference>

/** The adult who is responsible for a member under 18 (PRODUCT D24). */
export const Guardian = z.strictObject({
  name: personName('Your parent or guardian’s name is required'),
  email: EmailAddress,
})
export type Guardian = z.infer<typeof Guardian>

/** Shared by every endpoint that takes a guardian. */
export const guardianIsMember = {
  'guardian-is-member': {
    status: 400,
    message: 'Enter your parent or guardian’s email address, not your own.',
  },
} as const

export const Profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** Becomes the member's address once the link sent to it is opened. */
  pendingEmail: z.string().nullable(),
  mobile: z.string(),
  profilePicture: z.string().nullable(),
  timeZone: z.string(),
  guardian: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** One entry per kind and channel, as chosen or by default. */
  notifications: z.array(NotificationPreference),
})
export type Profile = z.infer<typeof Profile>

/** SPEC §2. */
const PROFILE_UPDATED = 'Profile updated successfully!'

export const getProfile = endpoint('GET /api/account', {
  summary: 'Get the profile of the logged-in member',
  access: 'member',
  response: Profile,
})

export const updateProfile = endpoint('PATCH /api/account', {
  summary: 'Change the given fields of the profile and leave the others unchanged',
  access: 'member',
  body: z.strictObject({
    firstName: personName('First name is required').optional(),
    lastName: personName('Last name is required').optional(),
    mobile: MobileNumber.optional(),
    timeZone: TimeZone.optional(),
    /** Null for members aged 18 or over. */
    guardian: Guardian.nullable().optional(),
  }),
  response: z.object({ user: User, profile: Profile }),
  message: PROFILE_UPDATED,
  refusals: guardianIsMember,
})

export const updateNotificationPreferences = endpoint('PUT /api/account/notifications', {
  summary: 'Choose notifications by topic and channel; each given value counts as the member’s own choice',
  access: 'member',
  body: z.strictObject({
    choices: z.array(NotificationPreference).max(8).refine(hasNoDuplicates, 'Include each choice only once.'),
    /** True if the form was shown to a member known to be under 18. */
    isYoung: z.boolean().optional(),
  }),
  response: Profile.pick({ notifications: true }),
  message: PROFILE_UPDATED,
  refusals: {
    'under-18':
      'You’ve told us you’re under 18, so we’ve turned off marketing emails. Reload this page to see your choices.',
  },
})

function hasNoDuplicates(choices: NotificationPreference[]): boolean {
  return new Set(choices.map(({ kind, channel }) => `${kind} ${channel}`)).size === choices.length
}

export const savePicture = endpoint('PUT /api/account/picture', {
  summary: 'Set the profile picture from an image file in base64, cropped to a square',
  access: 'member',
  bodyLimit: MAX_PICTURE_BASE64 + 1_000,
  body: z.strictObject({
    image: PictureUpload,
  }),
  response: z.object({ user: User }),
  message: 'Picture saved.',
  refusals: pictureRefusals,
})

export const getPicture = endpoint('GET /api/account/picture', {
  summary: 'Get the member’s own picture; its address contains its version',
  access: 'member',
  query: z.strictObject({ v: z.string().max(64).optional() }),
  file: 'image/webp',
  response: FileResponse,
  refusals: { 'no-picture': { status: 404, message: 'There’s no picture at this address.' } },
})

export const removePicture = endpoint('DELETE /api/account/picture', {
  summary: 'Remove the profile picture',
  access: 'member',
  response: z.object({ user: User }),
  message: 'Picture removed.',
})
