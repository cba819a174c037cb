import type { Serve } from '#platform/server/http/serve.ts'
import type { PaymentProvider } from '../../stripe/server/stripe-gateway.ts'
import * as contract from '../contract.ts'
import { getWithdrawal, withdrawPurchase } from './withdraw-purchase.ts'

export function withdrawalRoutes(serve: Serve, provider: PaymentProvider) {
  serve(contract.getWithdrawal, (context, { params }) => getWithdrawal(context, params.purchaseId))
  serve(contract.withdrawPurchase, (context, { params, body }) =>
    withdrawPurchase({ ...context, provider }, params.purchaseId, body),
  )
}
