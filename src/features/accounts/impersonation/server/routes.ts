import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { startImpersonation, stopImpersonation } from './impersonation.ts'

export function impersonationRoutes(serve: Serve) {
  serve(contract.startImpersonation, (context, { params, body }) => startImpersonation(context, params.memberId, body))
  serve(contract.stopImpersonation, (context, { params }) => stopImpersonation(context, params.impersonationId))
}
