import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { MAX_PICTURE_BASE64, PictureUpload, pictureRefusals } from '#platform/shared/picture-upload.ts'
import { text } from '#platform/shared/text.ts'

/** The public profile of a consultant. */
export const Consultant = z.object({
  id: z.uuid(),
  displayName: z.string(),
  /** Such as "Careers adviser". */
  jobTitle: z.string().nullable(),
  /** Named by the server, because a browser may use other names. */
  languages: z.array(z.object({ code: z.string(), name: z.string() })),
  summary: z.string(),
  services: z.array(ServiceType),
  /** The address of the picture, if any. It changes with the picture. */
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
  displayName: text({ required: 'Please enter the name', max: 80 }),
  /** Such as "Careers adviser". Null to show none. */
  jobTitle: text({ required: 'Please enter a title, or leave it out', max: 80 }).nullable(),
  summary: text({ required: 'Please write a short text', max: 600 }),
  /** BCP 47, such as en or pt-BR. */
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/, 'Please choose a language'))
    .min(1, 'Please choose at least one language')
    .max(12, 'At most twelve'),
  services: z.array(ServiceType).min(1, 'Please choose at least one service').max(3),
  /** The lowest comes first. */
  position: z
    .number('Please enter a number')
    .int('Please enter a whole number')
    .min(0, 'At least 0')
    .max(999, 'At most 999'),
  isShown: z.boolean(),
}

/** A consultant's account, with the profile as far as it is written. */
export const Profile = z.object({
  accountId: z.uuid(),
  /** The name on the account. Staff decide which name is shown. */
  accountName: z.string(),
  /** A disabled account is not shown, whatever the profile says. */
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

const profileNotFound = { status: 404, message: 'There is no consultant with this account.' } as const

export const listProfiles = endpoint('GET /api/admin/consultant-profiles', {
  summary: 'List all consultant accounts in the order of the public page, at most a hundred',
  access: 'administrator',
  response: z.object({
    profiles: z.array(Profile.omit({ picture: true, summary: true }).extend({ hasPicture: z.boolean() })),
  }),
})

export const downloadProfiles = endpoint('GET /api/admin/consultant-profiles.csv', {
  summary: 'Download the list as CSV',
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
  message: 'Saved. The public page shows it within seconds.',
  refusals: {
    'profile-not-found': profileNotFound,
    'edited-elsewhere':
      'Somebody else has changed this entry meanwhile. What you have typed is still here: load the page again to see what is new.',
    ...pictureRefusals,
  },
})
