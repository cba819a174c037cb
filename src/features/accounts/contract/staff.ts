import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { personName, Role } from '../contract.ts'
import { memberNotFound, notYourself, ofMember, Reason } from './member-account.ts'
import { confirmationNeeded } from './session.ts'

const StaffRole = Role.exclude(['member'])

/** How many days somebody has to follow an invitation. */
export const INVITATION_DAYS = 7

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/admin/staff',
  summary: 'Make an account of staff and mail its owner a link that sets a password: once, within seven days',
  access: 'administrator',
  body: z.strictObject({
    firstName: personName('First name is required'),
    lastName: personName('Last name is required'),
    email: EmailAddress,
    role: StaffRole,
  }),
  response: z.object({ memberId: z.uuid() }),
  message: 'The invitation is on its way.',
  refusals: {
    ...confirmationNeeded,
    'email-taken':
      'Somebody has an account with this address already. Please look for them under Members and change their role there.',
  },
})

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/admin/members/:memberId/role',
  summary: 'Make somebody staff, or staff a member again: every session of theirs ends, and they get a letter',
  access: 'administrator',
  params: ofMember,
  body: z.strictObject({
    role: Role,
    /** What it was when the page was opened. */
    from: Role,
    reason: Reason,
  }),
  response: z.null(),
  message: 'The role was changed, and they have been told by email.',
  refusals: {
    ...confirmationNeeded,
    ...memberNotFound,
    ...notYourself,
    'changed-meanwhile': 'Somebody else has changed this role meanwhile. Please look at it again.',
    'address-unconfirmed':
      'They have not confirmed their email address: whoever reads it would be let in. Please have them confirm it first.',
  },
})
