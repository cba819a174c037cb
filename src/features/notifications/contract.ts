import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'

export const Notification = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  /** A path on this site. */
  path: z.string(),
  createdAt: z.iso.datetime(),
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** The number on the bell's badge. */
const Unread = z.object({ unread: z.int() })

export const listNotifications = endpoint('GET /api/notifications', {
  summary: 'List the member’s notifications, newest first, with the unread count',
  access: 'member',
  query: PageQuery,
  response: pageOf(Notification).extend(Unread.shape),
})

/** The number of notifications sent with each event, which is one page. */
export const STREAM_PAGE_SIZE = 20

export const followNotifications = endpoint('GET /api/notifications/stream', {
  summary:
    'Stream the first page of notifications, now and after each change, until the access token or session expires',
  access: 'member',
  events: 'bell',
  response: listNotifications.response,
})

export const markNotificationRead = endpoint('POST /api/notifications/:notificationId/read', {
  summary: 'Mark a notification as read',
  access: 'member',
  params: z.strictObject({ notificationId: z.uuid() }),
  response: Unread,
  refusals: {
    'notification-not-found': {
      status: 404,
      message: 'We couldn’t find this notification. It may have been deleted. Reload the page.',
    },
  },
})

export const markAllNotificationsRead = endpoint('POST /api/notifications/read', {
  summary: 'Mark all notifications up to a time as read; later ones stay unread',
  access: 'member',
  body: z.strictObject({ until: z.iso.datetime() }),
  response: Unread,
})
