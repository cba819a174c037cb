import type { FindUnstaffed } from '#features/catalogue/server/public.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import { anomalyRoutes } from '../anomalies/server/routes.ts'
import { cardRoutes } from '../cards/server/routes.ts'
import { checkoutRoutes } from '../checkout/server/routes.ts'
import { guardianRoutes } from '../guardians/server/routes.ts'
import { purchaseRecordRoutes } from '../purchase-record/server/routes.ts'
import { refundRoutes } from '../refunds/server/routes.ts'
import { stripeRoutes } from '../stripe/server/routes.ts'
import type { PaymentProvider } from '../stripe/server/stripe-gateway.ts'
import { subscriptionRoutes } from '../subscriptions/server/routes.ts'
import { withdrawalRoutes } from '../withdrawal/server/routes.ts'

export function paymentRoutes(serve: Serve, provider: PaymentProvider, findUnstaffed: FindUnstaffed) {
  checkoutRoutes(serve, provider, findUnstaffed)
  cardRoutes(serve, provider)
  guardianRoutes(serve, provider)
  subscriptionRoutes(serve, provider)
  withdrawalRoutes(serve, provider)
  refundRoutes(serve)
  purchaseRecordRoutes(serve)
  anomalyRoutes(serve, provider)
  stripeRoutes(serve, provider)
}
