import type { Serve } from '#platform/server/http/serve.ts'
import type { PaymentMode } from '../contract.ts'
import * as contract from '../contract.ts'
import { discountRoutes } from '../discounts/server/routes.ts'
import { documentRoutes } from '../documents/server/routes.ts'
import { earlyStartRoutes } from '../early-start/server/routes.ts'
import { entitlementRoutes } from '../entitlements/server/routes.ts'
import { exchangeRateRoutes } from '../exchange-rates/server/routes.ts'
import { ledgerRoutes } from '../ledger/server/routes.ts'
import { searchRoutes } from '../search/server/routes.ts'
import { getPurchase, listPurchases } from './purchases.ts'

export function purchaseRoutes(serve: Serve, paymentMode: PaymentMode) {
  serve(contract.listPurchases, (context, { query }) => listPurchases(context, query))
  serve(contract.getPurchase, (context, { params }) => getPurchase(context, params.purchaseId))
  entitlementRoutes(serve)
  earlyStartRoutes(serve)
  ledgerRoutes(serve)
  documentRoutes(serve, paymentMode)
  exchangeRateRoutes(serve)
  searchRoutes(serve)
  discountRoutes(serve)
}
