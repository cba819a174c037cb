import type { Serve } from '#platform/server/http/serve.ts'
import type { ServeEvents } from '#platform/server/http/serve-events.ts'
import { messageRoutes } from '../messages/server/routes.ts'
import type { IncomingEmailSettings } from './context.ts'

export function conversationRoutes(
  serve: Serve,
  serveEvents: ServeEvents,
  incomingMail: IncomingEmailSettings | undefined,
) {
  messageRoutes(serve, serveEvents, incomingMail)
}
