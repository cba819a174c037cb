import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { downloadPurchases, searchPurchases } from './search-purchases.ts'

export function searchRoutes(serve: Serve) {
  serve(contract.searchPurchases, (context, { query }) => searchPurchases(context, query))
  serve(contract.downloadPurchases, (context, { query }) => downloadPurchases(context, query))
}
