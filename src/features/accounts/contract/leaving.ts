import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { FileAnswer } from '#platform/shared/file-answer.ts'
import { missing } from '#platform/shared/text.ts'
import { confirmationNeeded } from './session.ts'

export const downloadData = endpoint({
  method: 'GET',
  path: '/api/account/data',
  summary: 'Everything that is known about the member: a zip with data.json, data.html and their files',
  access: 'member',
  file: 'application/zip',
  response: FileAnswer,
  refusals: confirmationNeeded,
})

/** What deleting the account would mean. */
export const Deletion = z.object({
  /** Packages that run or are about to: they end at once. */
  packages: z.array(z.object({ title: z.string(), endsAt: z.iso.datetime() })),
  /** How many sessions are booked and have not begun: they are cancelled. */
  comingSessions: z.int(),
  /** What the law has us keep, and until when at the latest. */
  kept: z.array(z.object({ kind: z.enum(['invoices', 'complaints']), count: z.int(), until: z.iso.datetime() })),
})
export type Deletion = z.infer<typeof Deletion>

export const getDeletion = endpoint({
  method: 'GET',
  path: '/api/account/deletion',
  summary: 'What deleting the account would end, and what would be kept',
  access: 'member',
  response: Deletion,
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/account',
  summary: 'Delete the account and the personal data that no law keeps; the word DELETE says that it is meant',
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
    'provider-away': {
      status: 503,
      message:
        'You began to pay for a package, and our payment provider cannot be reached to cancel that. Please try again in a minute.',
    },
  },
})
