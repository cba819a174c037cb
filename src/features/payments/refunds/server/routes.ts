import type { Serve } from '#platform/server/http/serve.ts'
import type { PaymentProvider } from '../../stripe/server/stripe-gateway.ts'
import * as contract from '../contract.ts'
import { refundPurchase } from './refund-purchase.ts'
import { listRefunds, previewRefund } from './refunds.ts'

export function refundRoutes(serve: Serve, provider: PaymentProvider) {
  serve(contract.listRefunds, (context, { params }) => listRefunds({ ...context, provider }, params.purchaseId))
  serve(contract.previewRefund, (context, { params, query }) =>
    previewRefund({ ...context, provider }, params.purchaseId, query),
  )
  serve(contract.refundPurchase, (context, { params, body }) =>
    refundPurchase({ ...context, provider }, params.purchaseId, body),
  )
}
