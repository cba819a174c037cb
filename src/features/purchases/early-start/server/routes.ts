import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { startPackage } from './start-package.ts'

export function earlyStartRoutes(serve: Serve) {
  serve(contract.startPackage, (context, { params, body }) => startPackage(context, params.entitlementId, body))
}
