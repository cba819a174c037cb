import { z } from 'zod'
import { aboutMember, memberNotFound, memberParams } from '#features/accounts/contract.ts'
import { calendarDay } from '#platform/shared/date-fields.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { text } from '#platform/shared/text.ts'

const MemberReason = text({ required: 'Please say why: the member reads it', max: 200 })

/** How far ahead an extension may reach, in days from now. */
export const MAX_EXTENSION_DAYS = 366

export const grantPackage = endpoint('POST /api/admin/members/:memberId/packages', {
  summary: 'Give a member a package without purchase or invoice; one that runs already is followed by it',
  ...aboutMember,
  body: z.strictObject({ packageId: z.string().max(100), reason: MemberReason }),
  response: z.object({ entitlementId: z.uuid(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }),
  message: 'The package is theirs, and they have been told.',
  refusals: {
    ...confirmationNeeded,
    ...memberNotFound,
    'package-not-found': { status: 404, message: 'This package was not found.' },
    'account-disabled': 'This account is disabled. Please enable it first.',
    'staff-account': 'Packages are for members, and this is an account of staff.',
  },
})

export const extendMemberPackage = endpoint('POST /api/admin/members/:memberId/packages/:entitlementId/extension', {
  summary: 'Let a package run longer, with the reason that its member reads (PRODUCT D22)',
  access: 'administrator',
  params: memberParams.extend({ entitlementId: z.uuid() }),
  body: z.strictObject({
    /** Last day in London time, inclusive. */
    until: calendarDay(),
    /** The package's end when the page loaded, to detect concurrent changes. */
    from: z.iso.datetime(),
    reason: MemberReason,
  }),
  response: z.object({ endsAt: z.iso.datetime() }),
  message: 'The package runs longer, and its member has been told.',
  refusals: {
    ...memberNotFound,
    'package-not-found': { status: 404, message: 'This package was not found.' },
    'edited-elsewhere': 'This package has been changed meanwhile. Please look at its end again.',
    'package-expired':
      'This package is over, so it cannot run longer. If the member is to have it again, please give them a new one.',
    'package-monthly': 'This package is paid by the month: it runs as long as its months are paid.',
    'not-longer': 'It runs until then already. Please choose a later day.',
    'too-far': `Please choose a day within ${MAX_EXTENSION_DAYS} days.`,
  },
})
