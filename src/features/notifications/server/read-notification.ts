import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { countUnread, markRead } from './store.ts'

/** @returns how much is unread then */
export async function readNotification(
  { db, actor, now }: MemberContext,
  notificationId: string,
): Promise<{ unread: number }> {
  if (!(await markRead(db, actor.memberId, notificationId, now()))) throw new Refused('notification-not-found')
  return { unread: await countUnread(db, actor.memberId) }
}
