import type { Serve } from '#platform/server/http/serve.ts'
import { formRoutes } from '../form/server/routes.ts'
import { inboxRoutes } from '../inbox/server/routes.ts'

export function contactRoutes(serve: Serve) {
  formRoutes(serve)
  inboxRoutes(serve)
}
