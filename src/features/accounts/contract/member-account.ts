import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { FileAnswer } from '#platform/shared/file-answer.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { Deletion } from './leaving.ts'
import { confirmationNeeded, Session } from './session.ts'

// What staff do with the account of somebody else.

export const ofMember = z.strictObject({ memberId: z.uuid() })

export const memberNotFound = { 'member-not-found': { status: 404, message: 'This member was not found.' } } as const

/** Kept in the audit log; other people of the staff read it. */
export const Reason = text({ required: 'Please say why', max: 500 })

export const notYourself = {
  'own-account': 'This is your own account. Please ask another administrator.',
} as const

export const setAccess = endpoint({
  method: 'PUT',
  path: '/api/admin/members/:memberId/access',
  summary: 'Disable an account, which ends all that lets somebody in, or enable it again; its owner gets a letter',
  access: 'administrator',
  params: ofMember,
  body: z.strictObject({ isAllowed: z.boolean(), reason: Reason }),
  response: z.null(),
  message: 'The account was changed, and its owner has been told by email.',
  refusals: {
    ...confirmationNeeded,
    ...memberNotFound,
    ...notYourself,
    'changed-meanwhile': 'Somebody else has changed this account meanwhile. Please look at it again.',
  },
})

export const sendMemberPasswordLink = endpoint({
  method: 'POST',
  path: '/api/admin/members/:memberId/password-link',
  summary: 'Send the owner of an account a link that sets a password; whoever has never logged in gets an invitation',
  access: 'administrator',
  params: ofMember,
  body: z.strictObject({ reason: Reason }),
  response: z.null(),
  message: 'The link is on its way to them.',
  refusals: { ...memberNotFound, 'account-disabled': 'This account is disabled. Please enable it first.' },
})

export const listMemberDevices = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/devices',
  summary: 'Where a member is logged in, the latest login first',
  access: 'administrator',
  params: ofMember,
  query: PageQuery,
  response: pageOf(Session.omit({ isThis: true })),
  refusals: memberNotFound,
})

export const endMemberDevice = endpoint({
  method: 'DELETE',
  path: '/api/admin/members/:memberId/devices/:sessionId',
  summary: 'Log one device of a member out; it is not trusted any more',
  access: 'administrator',
  params: ofMember.extend({ sessionId: z.uuid() }),
  body: z.strictObject({ reason: Reason }),
  response: z.null(),
  message: 'That device is logged out.',
  refusals: {
    ...memberNotFound,
    'session-not-found': { status: 404, message: 'That device is logged out already.' },
  },
})

export const exportMember = endpoint({
  method: 'POST',
  path: '/api/admin/members/:memberId/data',
  summary: 'Everything that is known about a member who has asked us for it: the file that they could download',
  access: 'administrator',
  params: ofMember,
  body: z.strictObject({ reason: Reason }),
  file: 'application/zip',
  response: FileAnswer,
  refusals: { ...confirmationNeeded, ...memberNotFound },
})

export const getMemberDeletion = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/deletion',
  summary: 'What erasing a member would end, and what would be kept',
  access: 'administrator',
  params: ofMember,
  response: Deletion,
  refusals: memberNotFound,
})

export const eraseMember = endpoint({
  method: 'DELETE',
  path: '/api/admin/members/:memberId',
  summary: 'Erase a member who has asked us to, as if they had deleted the account themselves',
  access: 'administrator',
  params: ofMember,
  body: z.strictObject({
    confirmation: z
      .string()
      .trim()
      .toUpperCase()
      .refine((word) => word === 'ERASE', 'Please type ERASE'),
    reason: Reason,
  }),
  response: z.null(),
  message: 'The account was erased. We have sent its owner a last email about it.',
  refusals: {
    ...confirmationNeeded,
    ...memberNotFound,
    'staff-account': 'This is an account of staff. Please make it a member’s first.',
    'payment-arrived':
      'A payment of theirs has just arrived, and bought a package. Please look at it, and press the button again if they want to leave all the same.',
    'payment-processing': 'A payment of theirs is still being processed. Please try again once it has gone through.',
    'provider-away': {
      status: 503,
      message:
        'They began to pay for a package, and our payment provider cannot be reached to cancel that. Please try again in a minute.',
    },
  },
})
