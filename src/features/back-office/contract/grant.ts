import { z } from 'zod'
import { memberNotFound, ofMember } from '#features/accounts/contract/member-account.ts'
import { confirmationNeeded } from '#features/accounts/contract/session.ts'
import { calendarDay } from '#platform/shared/calendar-day.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/text.ts'

const TheirReason = text({ required: 'Please say why: the member reads it', max: 200 })

/** How far ahead a package can be made to run, in days from now. */
export const MOST_EXTENSION_DAYS = 366

export const grantPackage = endpoint({
  method: 'POST',
  path: '/api/admin/members/:memberId/packages',
  summary: 'Give a member a package without purchase or invoice; one that runs already is followed by it',
  access: 'administrator',
  params: ofMember,
  body: z.strictObject({ packageId: z.string().max(100), reason: TheirReason }),
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

export const extendMemberPackage = endpoint({
  method: 'POST',
  path: '/api/admin/members/:memberId/packages/:entitlementId/extension',
  summary: 'Let a package run longer, with the reason that its member reads (PRODUCT D22)',
  access: 'administrator',
  params: ofMember.extend({ entitlementId: z.uuid() }),
  body: z.strictObject({
    /** The last day, in London. */
    until: calendarDay(),
    /** When it ended as the page was opened. */
    from: z.iso.datetime(),
    reason: TheirReason,
  }),
  response: z.object({ endsAt: z.iso.datetime() }),
  message: 'The package runs longer, and its member has been told.',
  refusals: {
    ...memberNotFound,
    'package-not-found': { status: 404, message: 'This package was not found.' },
    'changed-meanwhile': 'This package has been changed meanwhile. Please look at its end again.',
    'package-over':
      'This package is over, so it cannot run longer. If the member is to have it again, please give them a new one.',
    'package-monthly': 'This package is paid by the month: it runs as long as its months are paid.',
    'not-longer': 'It runs until then already. Please choose a later day.',
    'too-far': `Please choose a day within ${MOST_EXTENSION_DAYS} days.`,
  },
})
