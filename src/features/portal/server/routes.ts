import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getDashboard } from './get-dashboard.ts'

export function portalRoutes(serve: Serve) {
  serve(contract.getDashboard, (context) => getDashboard(context))
}
