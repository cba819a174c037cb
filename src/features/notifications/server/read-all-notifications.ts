import type { MemberContext } from '#platform/server/context.ts'
import { countUnread, markReadUntil } from './store.ts'

/** @returns how much is unread then: what came after that moment */
export async function readAllNotifications(
  { db, actor, now }: MemberContext,
  until: Date,
): Promise<{ unread: number }> {
  await markReadUntil(db, actor.memberId, until, now())
  return { unread: await countUnread(db, actor.memberId) }
}
