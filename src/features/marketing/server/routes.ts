import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { listStories } from './list-stories.ts'

export function marketingRoutes(serve: Serve) {
  serve(contract.listStories, (context) => listStories(context))
}
