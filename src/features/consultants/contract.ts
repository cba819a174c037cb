import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { MAX_PICTURE_BASE64, PictureUpload, pictureRefusals } from '#platform/shared/picture-upload.ts'
import { text } from '#platform/shared/text.ts'

/** A consultant's public profile. */
export const Consultant = z.object({
  id: z.uuid(),
  displayName: z.string(),
  /** Such as "Careers adviser". */
  jobTitle: z.string().nullable(),
  /** The server names the languages, because browsers may use different names. */
  languages: z.array(z.object({ code: z.string(), name: z.string() })),
  summary: z.string(),
  services: z.array(ServiceType),
  /** The address of the picture, if there is one. It changes with the picture. */
  picture: z.string().nullable(),
})
export type Consultant = z.infer<typeof Consultant>

export const listConsultants = endpoint('GET /api/consultants', {
  summary: 'List the published consultants',
  access: 'public',
  response: z.array(Consultant),
})

/** The fields that staff edit for the consultants page. */
const fields = {
  displayName: text({ required: 'Enter a name', max: 80 }),
  /** Such as "Careers adviser". Null to show none. */
  jobTitle: text({ required: 'Enter a job title, or leave this field empty', max: 80 }).nullable(),
  summary: text({ required: 'Write a short introduction', max: 600 }),
  /** BCP 47, such as en or pt-BR. */
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/, 'Choose a language'))
    .min(1, 'Choose at least one language')
    .max(12, 'Choose no more than 12 languages'),
  services: z.array(ServiceType).min(1, 'Choose at least one service').max(3),
  /** Position on the consultants page. The lowest comes first. */
  position: z
    .number('Enter a number')
    .int('Enter a whole number')
    .min(0, 'Enter 0 or more')
    .max(999, 'Enter 999 or less'),
  isShown: z.boolean(),
}

/** A consultant's account and profile, which may be incomplete. */
export const Profile = z.object({
  accountId: z.uuid(),
  /** The name on the account. Staff decide which name the profile shows. */
  accountName: z.string(),
  /** A disabled account's profile is not shown, even if it is published. */
  isDisabled: z.boolean(),
  /** 0 if no profile has been written yet. */
  version: z.int(),
  displayName: z.string(),
  jobTitle: z.string().nullable(),
  summary: z.string(),
  languages: z.array(z.string()),
  services: z.array(ServiceType),
  position: z.int(),
  isShown: z.boolean(),
  /** A data URL, because an unpublished picture has no public address. */
  picture: z.string().nullable(),
})
export type Profile = z.infer<typeof Profile>

const accountParams = z.strictObject({ accountId: z.uuid() })

const profileNotFound = { status: 404, message: 'We couldn’t find a consultant with this account.' } as const

export const listProfiles = endpoint('GET /api/admin/consultant-profiles', {
  summary: 'List all consultant accounts in the order of the public page, at most a hundred',
  access: 'administrator',
  response: z.object({
    profiles: z.array(Profile.omit({ picture: true, summary: true }).extend({ hasPicture: z.boolean() })),
  }),
})

export const downloadProfiles = endpoint('GET /api/admin/consultant-profiles.csv', {
  summary: 'Download the consultant profiles as CSV',
  ...csvDownload,
})

export const getProfile = endpoint('GET /api/admin/consultant-profiles/:accountId', {
  summary: 'Get the profile of a consultant, published or not',
  access: 'administrator',
  params: accountParams,
  response: Profile,
  refusals: { 'profile-not-found': profileNotFound },
})

export const saveProfile = endpoint('PUT /api/admin/consultant-profiles/:accountId', {
  summary: 'Save the profile of a consultant and whether it is published',
  access: 'administrator',
  params: accountParams,
  bodyLimit: MAX_PICTURE_BASE64 + 10_000,
  body: z.strictObject({
    /** The version that the caller read, or 0 if there was none. */
    version: z.int().min(0).max(2_147_483_646),
    ...fields,
    /** A new picture in base64, or null to keep the current one. */
    image: PictureUpload.nullable(),
  }),
  response: Profile,
  message: 'Profile saved. The public page will show your changes within seconds.',
  refusals: {
    'profile-not-found': profileNotFound,
    'edited-elsewhere':
      'Someone else has changed this profile since you opened it. What you’ve typed is still here. Copy what you need, then reload the page to see their changes.',
    ...pictureRefusals,
  },
})
