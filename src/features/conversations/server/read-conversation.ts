import { markToldRead } from '#features/notifications/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { toldReason } from './answer-member.ts'
import { countUnreadMessages, markRead } from './store.ts'

/** What is read here, the bell need not tell of any more. */
export async function readConversation(context: MemberContext, until: Date): Promise<{ unread: number }> {
  const { db, actor } = context
  const { memberId } = actor
  await db.transaction().execute(async (tx) => {
    const read = await markRead(tx, memberId, until)
    await markToldRead(tx, context, memberId, read.map(toldReason))
  })
  return { unread: await countUnreadMessages(db, memberId) }
}
