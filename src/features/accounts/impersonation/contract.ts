import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { memberNotFound, memberParams, Reason, User } from '../contract.ts'

/** After this time staff must start a new impersonation. */
export const IMPERSONATION_MINUTES = 60

/** Stored only in the tab that shows a member's pages to staff. */
export const Impersonation = z.object({
  id: z.uuid(),
  token: z.string(),
  user: User,
  expiresAt: z.iso.datetime(),
})
export type Impersonation = z.infer<typeof Impersonation>

export const startImpersonation = endpoint('POST /api/admin/members/:memberId/impersonations', {
  summary: 'Start a read-only impersonation of a member, for up to an hour while the administrator stays logged in',
  access: 'administrator',
  params: memberParams,
  body: z.strictObject({ reason: Reason }),
  response: Impersonation,
  refusals: {
    ...confirmationNeeded,
    ...memberNotFound,
    'staff-account': 'You can only view members’ accounts, not staff accounts.',
  },
})

export const stopImpersonation = endpoint('DELETE /api/admin/impersonations/:impersonationId', {
  summary: 'Stop an impersonation',
  access: 'administrator',
  params: z.strictObject({ impersonationId: z.uuid() }),
  response: z.null(),
})
