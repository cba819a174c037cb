import type { MemberContext } from '#platform/server/context.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { requireCorrespondent } from './require-correspondent.ts'
import { findNextWaiting } from './staff-store.ts'
import { lockConversation, saveStanding } from './store.ts'

export async function markAnswered(
  { db }: MemberContext,
  memberId: MemberId,
  seenUntil: string | null,
): Promise<{ waitingSince: string | null }> {
  await requireCorrespondent(db, memberId)
  return db.transaction().execute(async (tx) => {
    const conversation = await lockConversation(tx, memberId)
    if (!conversation) return { waitingSince: null }
    const waitingSince = await findNextWaiting(tx, conversation, seenUntil === null ? null : new Date(seenUntil))
    await saveStanding(tx, memberId, { lastMessageAt: conversation.last_message_at, waitingSince })
    return { waitingSince: waitingSince?.toISOString() ?? null }
  })
}
