import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { listNotifications } from './list-notifications.ts'
import { readAllNotifications } from './read-all-notifications.ts'
import { readNotification } from './read-notification.ts'

export function notificationRoutes(serve: Serve) {
  serve(contract.listNotifications, (context, { query }) => listNotifications(context, query))
  serve(contract.readNotification, (context, { params }) => readNotification(context, params.notificationId))
  serve(contract.readAllNotifications, (context, { body }) => readAllNotifications(context, new Date(body.until)))
}
