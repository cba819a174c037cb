import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import type { getMemberConversation as endpoint, MemberConversation } from '../contract/staff.ts'
import { requireCorrespondent } from './require-correspondent.ts'
import { showStaffMessage } from './show-message.ts'
import { findWaiting } from './staff-store.ts'
import { listMessages } from './store.ts'

/** Also of a member to whom nobody has written yet: the company may be the first. */
export async function getMemberConversation(
  { db }: MemberContext,
  memberId: MemberId,
  { cursor, limit }: QueryOf<typeof endpoint>,
): Promise<MemberConversation> {
  const { id, name, email } = await requireCorrespondent(db, memberId)
  const rows = await listMessages(db, memberId, { limit: limit + 1, after: afterCursor(cursor) })
  const page = pageFrom(rows, limit, ({ written_at: at, id: messageId }) => ({ at, id: messageId }), showStaffMessage)
  const waitingSince = await findWaiting(db, memberId)
  return { ...page, member: { id, name, email }, waitingSince: waitingSince?.toISOString() ?? null }
}
