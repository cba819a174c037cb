import { z } from 'zod'
import { aboutMember, memberNotFound, memberParams } from '#features/accounts/contract.ts'
import { calendarDay } from '#platform/shared/date-fields.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { text } from '#platform/shared/text.ts'

const MemberReason = text({ required: 'Enter a reason for the member to see', max: 200 })

/** How far ahead a package can be extended, in days from now. */
export const MAX_EXTENSION_DAYS = 366

export const grantPackage = endpoint('POST /api/admin/members/:memberId/packages', {
  summary:
    'Grant a member a package without a purchase or an invoice; if they already have it, the new one starts when theirs ends',
  ...aboutMember,
  body: z.strictObject({ packageId: z.string().max(100), reason: MemberReason }),
  response: z.object({ entitlementId: z.uuid(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }),
  message: 'Package granted. We’ve told the member.',
  refusals: {
    ...confirmationNeeded,
    ...memberNotFound,
    'package-not-found': { status: 404, message: 'We couldn’t find this package.' },
    'account-disabled': 'This account is disabled. Enable it first.',
    'staff-account': 'This is a staff account. Only members can have packages.',
  },
})

export const extendMemberPackage = endpoint('POST /api/admin/members/:memberId/packages/:entitlementId/extension', {
  summary: 'Extend a package, with a reason that the member sees',
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
  message: 'Package extended. We’ve told the member.',
  refusals: {
    ...memberNotFound,
    'package-not-found': { status: 404, message: 'We couldn’t find this package.' },
    'edited-elsewhere':
      'This package’s end date has changed since you opened this page. Reload the page and check the date.',
    'package-expired':
      'This package has ended, so you can’t extend it. If the member still needs it, grant them a new package.',
    'package-monthly': 'You can’t extend a monthly package. It runs for as long as it’s paid for.',
    'not-longer': 'This package already runs until then. Choose a later date.',
    'too-far': `Choose a date within the next ${MAX_EXTENSION_DAYS} days.`,
  },
})
