import type { FindUnstaffed } from '#features/catalogue/server/public.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import type { PaymentProvider } from '../../stripe/server/stripe-gateway.ts'
import * as contract from '../contract.ts'
import { cancelPurchase } from './cancel-purchase.ts'
import { confirmPurchase } from './confirm-purchase.ts'
import { getMemberQuote, getQuote } from './get-quote.ts'
import { startPurchase } from './start-purchase.ts'

export function checkoutRoutes(serve: Serve, provider: PaymentProvider, findUnstaffed: FindUnstaffed) {
  serve(contract.getQuote, (context, { params, query }, { request: { ip: address } }) =>
    getQuote({ ...context, provider }, { ...params, ...query, address }),
  )
  serve(contract.getMemberQuote, (context, { params, query }, { request: { ip: address } }) =>
    getMemberQuote({ ...context, provider }, { ...params, ...query, address }),
  )
  serve(contract.startPurchase, (context, { body }, { request }) =>
    startPurchase({ ...context, provider, findUnstaffed }, body, request.ip),
  )
  serve(contract.confirmPurchase, (context, { params }) => confirmPurchase({ ...context, provider }, params.purchaseId))
  serve(contract.cancelPurchase, (context, { params }) => cancelPurchase({ ...context, provider }, params.purchaseId))
}
