import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getMetricTotal } from './get-metric-total.ts'
import { getOverview } from './get-overview.ts'
import { downloadMetricRows, listMetricRows } from './list-metric-rows.ts'

export function metricRoutes(serve: Serve, serveFromReplica: Serve, paymentMode: PaymentMode) {
  serveFromReplica(contract.getOverview, (context) => getOverview(context, paymentMode))
  serveFromReplica(contract.listMetricRows, (context, { query }) => listMetricRows({ ...context, paymentMode }, query))
  serveFromReplica(contract.getMetricTotal, (context, { query }) => getMetricTotal(context, query, paymentMode))
  serve(contract.downloadMetricRows, (context, { query }) => downloadMetricRows({ ...context, paymentMode }, query))
}
