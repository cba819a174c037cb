import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { listEntries } from './list-entries.ts'

export function ledgerRoutes(serve: Serve) {
  serve(contract.listEntries, (context, { params, query }) => listEntries(context, params.entitlementId, query))
}
