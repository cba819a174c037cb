import type { Serve } from '#platform/server/http/serve.ts'
import type { ServeEvents } from '#platform/server/http/serve-events.ts'
import * as contract from '../contract.ts'
import { listNotifications, markAllNotificationsRead, markNotificationRead } from './notifications.ts'

export function notificationRoutes(serve: Serve, serveEvents: ServeEvents) {
  serve(contract.listNotifications, (context, { query }) => listNotifications(context, query))
  serveEvents(contract.followNotifications, (context) =>
    listNotifications(context, { limit: contract.STREAM_PAGE_SIZE }),
  )
  serve(contract.markNotificationRead, (context, { params }) => markNotificationRead(context, params.notificationId))
  serve(contract.markAllNotificationsRead, (context, { body }) =>
    markAllNotificationsRead(context, new Date(body.until)),
  )
}
