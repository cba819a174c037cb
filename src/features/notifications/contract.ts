import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'

export const Notification = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  /** Where it leads: a path of this site. */
  path: z.string(),
  createdAt: z.iso.datetime(),
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** What the bell shows. */
const Unread = z.object({ unread: z.int() })

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What the bell tells the member, newest first, and how much of all of it is unread',
  access: 'member',
  query: PageQuery,
  response: pageOf(Notification).extend(Unread.shape),
})

/** So many of the newest are told with each event: a first page. */
export const FOLLOWED = 20

export const followNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/stream',
  summary:
    'The first page of what the bell tells, now and after each change, until the access token or the session ends',
  access: 'member',
  events: 'bell',
  response: listNotifications.response,
})

export const readNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/:notificationId/reading',
  summary: 'Mark one notification of the member as read',
  access: 'member',
  params: z.strictObject({ notificationId: z.uuid() }),
  response: Unread,
  refusals: { 'notification-not-found': { status: 404, message: 'This notification was not found.' } },
})

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/reading',
  summary: 'Mark as read what the member has been told until a moment: what came later they have not seen',
  access: 'member',
  body: z.strictObject({ until: z.iso.datetime() }),
  response: Unread,
})
