import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { aboutMember, memberNotFound, memberParams, notOwnAccount, personName, Reason, Role } from '../contract.ts'
import { Session } from '../sessions/contract.ts'

export const updateAccountAccess = endpoint('PUT /api/admin/members/:memberId/access', {
  summary: 'Disable an account and revoke all access to it, or enable it again; its owner gets an email',
  ...aboutMember,
  body: z.strictObject({ isAllowed: z.boolean(), reason: Reason }),
  response: z.null(),
  message: 'Account updated. We’ve emailed its owner.',
  refusals: {
    ...confirmationNeeded,
    ...memberNotFound,
    ...notOwnAccount,
    'edited-elsewhere':
      'Someone else has changed this account since you opened this page. Check it again before you continue.',
  },
})

export const sendMemberPasswordLink = endpoint('POST /api/admin/members/:memberId/password-link', {
  summary: 'Send a member a password reset link, or an invitation if they are staff and have never logged in',
  ...aboutMember,
  body: z.strictObject({ reason: Reason }),
  response: z.null(),
  message: 'The link is on its way.',
  refusals: {
    ...confirmationNeeded,
    ...memberNotFound,
    'account-disabled': 'This account is disabled. Enable it first.',
  },
})

export const listMemberDevices = endpoint('GET /api/admin/members/:memberId/devices', {
  summary: 'List the devices on which a member is logged in, latest login first',
  ...aboutMember,
  query: PageQuery,
  response: pageOf(Session.omit({ isThis: true })),
})

export const revokeMemberDevice = endpoint('DELETE /api/admin/members/:memberId/devices/:sessionId', {
  summary: 'Log a member out of one device and stop trusting it',
  access: 'administrator',
  params: memberParams.extend({ sessionId: z.uuid() }),
  body: z.strictObject({ reason: Reason }),
  response: z.null(),
  message: 'Device logged out.',
  refusals: {
    ...memberNotFound,
    'session-not-found': { status: 404, message: 'That device is already logged out.' },
  },
})

const StaffRole = Role.exclude(['member'])

/** Days until an invitation link expires. */
export const INVITATION_DAYS = 7

export const inviteStaff = endpoint('POST /api/admin/staff', {
  summary: 'Create a staff account and email its owner a link to set a password, valid once within seven days',
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
      'There’s already an account with this email address. Find it under Members and change its role there.',
  },
})

export const changeRole = endpoint('PUT /api/admin/members/:memberId/role', {
  summary: 'Change the role of an account, which ends all its sessions; its owner gets an email',
  ...aboutMember,
  body: z.strictObject({
    role: Role,
    /** The role shown to the caller, used to detect a concurrent change. */
    from: Role,
    reason: Reason,
  }),
  response: z.null(),
  message: 'Role changed. We’ve emailed the account’s owner.',
  refusals: {
    ...confirmationNeeded,
    ...memberNotFound,
    ...notOwnAccount,
    'edited-elsewhere':
      'Someone else has changed this role since you opened this page. Check it again before you continue.',
    'email-unverified':
      'This person hasn’t confirmed their email address, so someone else could end up with their access. Ask them to confirm it first.',
  },
})
