import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { requireCorrespondent } from './require-correspondent.ts'
import { findNextWaiting } from './staff-store.ts'
import { lockConversation, saveStanding } from './store.ts'

export async function markAnswered(
  context: MemberContext,
  memberId: MemberId,
  seenUntil: string | null,
): Promise<{ waitingSince: string | null }> {
  const { db } = context
  await requireCorrespondent(db, memberId)
  return db.transaction().execute(async (tx) => {
    const conversation = await lockConversation(tx, memberId)
    if (!conversation) return { waitingSince: null }
    const waitingSince = await findNextWaiting(tx, conversation, seenUntil === null ? null : new Date(seenUntil))
    await saveStanding(tx, memberId, { lastMessageAt: conversation.last_message_at, waitingSince })
    if (conversation.waiting_since && !waitingSince) {
      await recordAction(tx, context, {
        action: 'conversation.marked-answered',
        object: { kind: 'conversation', id: memberId },
      })
    }
    return { waitingSince: waitingSince?.toISOString() ?? null }
  })
}
