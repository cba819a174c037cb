import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { refundPurchase } from './refund-purchase.ts'
import { listRefunds, previewRefund } from './refunds.ts'

export function refundRoutes(serve: Serve) {
  serve(contract.listRefunds, (context, { params }) => listRefunds(context, params.purchaseId))
  serve(contract.previewRefund, (context, { params, query }) => previewRefund(context, params.purchaseId, query))
  serve(contract.refundPurchase, (context, { params, body }) => refundPurchase(context, params.purchaseId, body))
}
