import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import type { Notification } from '../contract.ts'
import { countUnread, listNotificationRows, markRead, markReadUntil, type StoredNotification } from './store.ts'
import { welcomeMember } from './welcome-notifications.ts'

export async function listNotifications(
  context: MemberContext,
  { cursor, limit }: QueryOf<typeof contract.listNotifications>,
): Promise<ResponseOf<typeof contract.listNotifications>> {
  await welcomeMember(context)
  const { db, actor } = context
  const rows = await listNotificationRows(db, actor.memberId, { limit: limit + 1, after: afterCursor(cursor) })
  const page = pageFrom(rows, limit, ({ createdAt: at, id }) => ({ at, id }), showNotification)
  return { ...page, unread: await countUnread(db, actor.memberId) }
}

function showNotification({ id, title, text, path, createdAt, readAt }: StoredNotification): Notification {
  return { id, title, text, path, createdAt: createdAt.toISOString(), isRead: readAt !== null }
}

/** @returns the number of notifications still unread, which came after `until` */
export async function markAllNotificationsRead(
  { db, actor, now }: MemberContext,
  until: Date,
): Promise<{ unread: number }> {
  await markReadUntil(db, actor.memberId, until, now())
  return { unread: await countUnread(db, actor.memberId) }
}

/** @returns the number of notifications still unread */
export async function markNotificationRead(
  { db, actor, now }: MemberContext,
  notificationId: string,
): Promise<{ unread: number }> {
  if (!(await markRead(db, actor.memberId, notificationId, now()))) throw new Refused('notification-not-found')
  return { unread: await countUnread(db, actor.memberId) }
}
