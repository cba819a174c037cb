import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { missing, text } from '#platform/shared/text.ts'

/** What the consultants page says of somebody who advises. */
const fields = {
  displayName: text({ required: 'Please enter the name', max: 80 }),
  /** Such as "Careers adviser". null: none is shown. */
  jobTitle: text({ required: 'Please enter a title, or leave it out', max: 80 }).nullable(),
  summary: text({ required: 'Please write a short text', max: 600 }),
  /** BCP 47, such as en or pt-BR. */
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/, 'Please choose a language'))
    .min(1, 'Please choose at least one language')
    .max(12, 'At most twelve'),
  services: z.array(ServiceType).min(1, 'Please choose at least one service').max(3),
  /** The lowest stands first. */
  position: z
    .number('Please enter a number')
    .int('Please enter a whole number')
    .min(0, 'At least 0')
    .max(999, 'At most 999'),
  isShown: z.boolean(),
}

/** Somebody whose account is a consultant's, with their entry as far as it is written. */
export const Profile = z.object({
  accountId: z.uuid(),
  /** As they have registered: staff decide what is shown. */
  accountName: z.string(),
  /** Somebody who may no longer log in is not shown, whatever the entry says. */
  isDisabled: z.boolean(),
  /** 0: nothing is written yet. */
  version: z.int(),
  displayName: z.string(),
  jobTitle: z.string().nullable(),
  summary: z.string(),
  languages: z.array(z.string()),
  services: z.array(ServiceType),
  position: z.int(),
  isShown: z.boolean(),
  /** As data of its own: what is not shown has no public address. */
  picture: z.string().nullable(),
})
export type Profile = z.infer<typeof Profile>

const ofAccount = z.strictObject({ accountId: z.uuid() })

const profileNotFound = { status: 404, message: 'There is no consultant with this account.' } as const

export const listProfiles = endpoint({
  method: 'GET',
  path: '/api/admin/profiles',
  summary: 'Everybody whose account is a consultant’s, in the order of the public page; at most a hundred',
  access: 'administrator',
  response: z.object({
    profiles: z.array(Profile.omit({ picture: true, summary: true }).extend({ hasPicture: z.boolean() })),
  }),
})

export const downloadProfiles = endpoint({
  method: 'GET',
  path: '/api/admin/profiles.csv',
  summary: 'The same list as a table',
  access: 'administrator',
  file: 'text/csv',
  response: LargeFileAnswer,
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/admin/profiles/:accountId',
  summary: 'What the public page says, or would say, of a consultant',
  access: 'administrator',
  params: ofAccount,
  response: Profile,
  refusals: { 'profile-not-found': profileNotFound },
})

const MAX_PICTURE_TEXT = 4 * Math.ceil(5_000_000 / 3)

export const saveProfile = endpoint({
  method: 'PUT',
  path: '/api/admin/profiles/:accountId',
  summary: 'Write or change what the public page says of a consultant, and whether it does',
  access: 'administrator',
  params: ofAccount,
  bodyLimit: MAX_PICTURE_TEXT + 10_000,
  body: z.strictObject({
    /** Which one was read; 0 where nothing was written yet. */
    version: z.int().min(0).max(2_147_483_646),
    ...fields,
    /** Another picture, in base64; null: the one there is. */
    image: z
      .string(missing('Please choose a picture'))
      .min(1, 'Please choose a picture')
      .max(MAX_PICTURE_TEXT, 'Please choose a picture of at most 5 MB')
      .base64('Please choose a picture')
      .nullable(),
  }),
  response: Profile,
  message: 'Saved. The public page shows it within seconds.',
  refusals: {
    'profile-not-found': profileNotFound,
    'changed-meanwhile':
      'Somebody else has changed this entry meanwhile. What you have typed is still here: load the page again to see what is new.',
    'picture-missing': 'Nobody is shown without a picture. Please choose one first.',
    'not-a-picture': {
      status: 400,
      message: 'We cannot read this picture. Please choose a JPEG, PNG, WebP, AVIF or GIF file.',
    },
    'too-many-pixels': { status: 400, message: 'This picture is too large. Please choose a smaller one.' },
    'too-busy': { status: 503, message: 'Many pictures arrive right now. Please try again in a few seconds.' },
  },
})
