import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getPurchase } from './get-purchase.ts'
import { listOwnedPackages } from './list-owned-packages.ts'
import { listPurchases } from './list-purchases.ts'

export function purchaseRoutes(serve: Serve) {
  serve(contract.listPurchases, (context, { query }) => listPurchases(context, query))
  serve(contract.getPurchase, (context, { params }) => getPurchase(context, params.purchaseId))
  serve(contract.listOwnedPackages, (context, { query }) => listOwnedPackages(context, query))
}
