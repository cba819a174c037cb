import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { User } from '../contract.ts'
import { memberNotFound, ofMember, Reason } from './member-account.ts'
import { confirmationNeeded } from './session.ts'

/** How long staff can look at a member's pages before they have to ask again. */
export const VIEW_MINUTES = 60

/** What a tab needs to show a member's pages to staff; it keeps it for itself. */
export const MemberView = z.object({
  id: z.uuid(),
  token: z.string(),
  user: User,
  expiresAt: z.iso.datetime(),
})
export type MemberView = z.infer<typeof MemberView>

export const startView = endpoint({
  method: 'POST',
  path: '/api/admin/members/:memberId/views',
  summary: 'Look at the pages of a member as they see them: read only, for an hour, as long as the own login lasts',
  access: 'administrator',
  params: ofMember,
  body: z.strictObject({ reason: Reason }),
  response: MemberView,
  refusals: {
    ...confirmationNeeded,
    ...memberNotFound,
    'staff-account': 'Only the pages of members can be looked at, not those of staff.',
  },
})

export const endView = endpoint({
  method: 'DELETE',
  path: '/api/admin/views/:viewId',
  summary: 'Look at the pages of a member no longer',
  access: 'administrator',
  params: z.strictObject({ viewId: z.uuid() }),
  response: z.null(),
})
