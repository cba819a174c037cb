import type { Serve } from '#platform/server/http/serve.ts'
import type { ServeEvents } from '#platform/server/http/serve-events.ts'
import * as contract from '../contract.ts'
import { listNotifications } from './list-notifications.ts'
import { readAllNotifications } from './read-all-notifications.ts'
import { readNotification } from './read-notification.ts'

export function notificationRoutes(serve: Serve, serveEvents: ServeEvents) {
  serve(contract.listNotifications, (context, { query }) => listNotifications(context, query))
  serveEvents(contract.followNotifications, (context) => listNotifications(context, { limit: contract.FOLLOWED }))
  serve(contract.readNotification, (context, { params }) => readNotification(context, params.notificationId))
  serve(contract.readAllNotifications, (context, { body }) => readAllNotifications(context, new Date(body.until)))
}
