import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { FileResponse } from '#platform/shared/file-response.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { missing } from '#platform/shared/text.ts'
import { aboutMember, memberNotFound, Reason } from '../contract.ts'

export const exportData = endpoint('GET /api/account/data', {
  summary: 'Export all data about the member: a zip with data.json, data.html and their files',
  access: 'member',
  file: 'application/zip',
  response: FileResponse,
  refusals: confirmationNeeded,
})

export const DeletionPreview = z.object({
  /** Active and upcoming packages, which end immediately. */
  packages: z.array(z.object({ title: z.string(), endsAt: z.iso.datetime() })),
  /** Booked sessions that have not begun, which are cancelled. */
  upcomingSessions: z.int(),
  /** Records that the law makes us keep, each with its latest date of deletion. */
  kept: z.array(z.object({ kind: z.enum(['invoices', 'complaints']), count: z.int(), until: z.iso.datetime() })),
})
export type DeletionPreview = z.infer<typeof DeletionPreview>

export const previewAccountDeletion = endpoint('GET /api/account/deletion', {
  summary: 'Preview the deletion of the account: what ends and what is kept',
  access: 'member',
  response: DeletionPreview,
})

export const deleteAccount = endpoint('DELETE /api/account', {
  summary: 'Delete the account and all personal data that no law requires us to keep',
  access: 'member',
  body: z.strictObject({
    confirmation: z
      .string(missing('Please type DELETE'))
      .trim()
      .toUpperCase()
      .refine((word) => word === 'DELETE', 'Please type DELETE'),
  }),
  response: z.null(),
  message: 'Your account was deleted. We have sent you a last email about it.',
  refusals: {
    ...confirmationNeeded,
    'staff-account': 'Accounts of staff are closed by an administrator. Please ask one.',
    'payment-arrived':
      'A payment of yours has just arrived, and bought a package. Please look at it under My Packages first. If you want to delete your account all the same, press the button again.',
    'payment-processing':
      'A payment of yours is still being processed. Please try again once it has gone through, or write to us.',
    'provider-unavailable': {
      status: 503,
      message:
        'You began to pay for a package, and our payment provider cannot be reached to cancel that. Please try again in a minute.',
    },
  },
})

export const exportMember = endpoint('POST /api/admin/members/:memberId/data', {
  summary: 'Export the data of a member who asked for it, as the file that they could download themselves',
  ...aboutMember,
  body: z.strictObject({ reason: Reason }),
  file: 'application/zip',
  response: FileResponse,
  refusals: { ...confirmationNeeded, ...memberNotFound },
})

export const previewMemberDeletion = endpoint('GET /api/admin/members/:memberId/deletion', {
  summary: 'Preview the erasure of a member: what ends and what is kept',
  ...aboutMember,
  response: DeletionPreview,
})

export const eraseMember = endpoint('DELETE /api/admin/members/:memberId', {
  summary: 'Erase a member who asked for it, as if they had deleted their account',
  ...aboutMember,
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
    'provider-unavailable': {
      status: 503,
      message:
        'They began to pay for a package, and our payment provider cannot be reached to cancel that. Please try again in a minute.',
    },
  },
})
