import type { Serve } from '#platform/server/http/serve.ts'
import { adminDeliverableRoutes } from '../admin/server/routes.ts'
import { consultantDeliverableRoutes } from '../consultant/server/routes.ts'
import { memberDeliverableRoutes } from '../member/server/routes.ts'

export function deliverableRoutes(serve: Serve) {
  memberDeliverableRoutes(serve)
  consultantDeliverableRoutes(serve)
  adminDeliverableRoutes(serve)
}
