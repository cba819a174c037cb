import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../contract.ts'
import type { Notification } from '../contract.ts'
import { countUnread, listNotificationsOf, type StoredNotification } from './store.ts'
import { welcomeMember } from './welcome-member.ts'

export async function listNotifications(
  context: MemberContext,
  { cursor, limit }: QueryOf<typeof contract.listNotifications>,
): Promise<ResponseOf<typeof contract.listNotifications>> {
  await welcomeMember(context)
  const { db, actor } = context
  const rows = await listNotificationsOf(db, actor.memberId, { limit: limit + 1, after: afterCursor(cursor) })
  const page = pageFrom(rows, limit, ({ created_at: at, id }) => ({ at, id }), showNotification)
  return { ...page, unread: await countUnread(db, actor.memberId) }
}

function showNotification({ id, title, text, path, created_at, read_at }: StoredNotification): Notification {
  return { id, title, text, path, createdAt: created_at.toISOString(), isRead: read_at !== null }
}
