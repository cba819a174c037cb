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
  /** Booked sessions that have not started. They are cancelled. */
  upcomingSessions: z.int(),
  /** Records that the law requires us to keep, each with the latest date on which it will be deleted. */
  kept: z.array(
    z.object({ kind: z.enum(['invoices', 'complaints', 'cancellations']), count: z.int(), until: z.iso.datetime() }),
  ),
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
      .string(missing('Type the word DELETE'))
      .trim()
      .toUpperCase()
      .refine((word) => word === 'DELETE', 'Type the word DELETE'),
  }),
  response: z.null(),
  message: 'Your account has been deleted. We’ve sent you one last email to confirm this.',
  refusals: {
    ...confirmationNeeded,
    'staff-account': 'Only an administrator can delete a staff account. Ask one to delete yours.',
    'payment-arrived':
      'A payment has just gone through and bought you a package. Check it under My Packages first. To delete your account anyway, press the button again.',
    'payment-processing':
      'One of your payments is still being processed. Try again once it has gone through, or contact us.',
    'provider-unavailable': {
      status: 503,
      message:
        'You have an unfinished payment, and we can’t reach our payment provider to cancel it. Try again in a minute.',
    },
  },
})

export const exportMember = endpoint('POST /api/admin/members/:memberId/data', {
  summary: 'Export a member’s data at their request, in the same file that they could download themselves',
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
  summary: 'Erase a member at their request, with the same effect as deleting their own account',
  ...aboutMember,
  body: z.strictObject({
    confirmation: z
      .string()
      .trim()
      .toUpperCase()
      .refine((word) => word === 'ERASE', 'Type the word ERASE'),
    reason: Reason,
  }),
  response: z.null(),
  message: 'Account erased. We’ve sent its owner one last email.',
  refusals: {
    ...confirmationNeeded,
    ...memberNotFound,
    'staff-account': 'This is a staff account. Change its role to member first.',
    'payment-arrived':
      'A payment has just gone through and bought them a package. Check it first. To erase their account anyway, press the button again.',
    'payment-processing': 'One of their payments is still being processed. Try again once it has gone through.',
    'provider-unavailable': {
      status: 503,
      message:
        'They have an unfinished payment, and we can’t reach our payment provider to cancel it. Try again in a minute.',
    },
  },
})
