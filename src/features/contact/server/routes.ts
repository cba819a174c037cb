import type { Serve } from '#platform/server/http/serve.ts'
import { cancellationRoutes } from '../declarations/server/routes.ts'
import { formRoutes } from '../form/server/routes.ts'
import { inboxRoutes } from '../inbox/server/routes.ts'

/** @param serve with the business clock, which decides when a contract was cancelled */
export function contactRoutes(serveInRealTime: Serve, serve: Serve) {
  formRoutes(serveInRealTime)
  inboxRoutes(serveInRealTime)
  cancellationRoutes(serve)
}
