import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getOwnedPackage, listOwnedPackages } from './owned-packages.ts'

export function entitlementRoutes(serve: Serve) {
  serve(contract.getOwnedPackage, (context, { params }) => getOwnedPackage(context, params.entitlementId))
  serve(contract.listOwnedPackages, (context, { query }) => listOwnedPackages(context, query))
}
