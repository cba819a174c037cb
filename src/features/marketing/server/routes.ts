import type { Serve } from '#platform/server/http/serve.ts'
import { storyRoutes } from '../stories/server/routes.ts'

export function marketingRoutes(serve: Serve) {
  storyRoutes(serve)
}
