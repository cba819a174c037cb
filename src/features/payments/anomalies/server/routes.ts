import type { Serve } from '#platform/server/http/serve.ts'
import type { PaymentProvider } from '../../stripe/server/stripe-gateway.ts'
import * as contract from '../contract.ts'
import { downloadAnomalies, listAnomalies } from './list-anomalies.ts'
import { resolveAnomaly } from './resolve-anomaly.ts'

export function anomalyRoutes(serve: Serve, provider: PaymentProvider) {
  serve(contract.listAnomalies, (context, { query }) => listAnomalies(context, query))
  serve(contract.downloadAnomalies, (context, { query }) => downloadAnomalies(context, query))
  serve(contract.resolveAnomaly, (context, { params, body }) =>
    resolveAnomaly({ ...context, provider }, { ...params, ...body }),
  )
}
