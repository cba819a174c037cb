import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { checkKeys } from './check-keys.ts'
import type { PaymentProvider } from './stripe-gateway.ts'

export function stripeRoutes(serve: Serve, provider: PaymentProvider) {
  serve(contract.checkKeys, (context) => checkKeys({ ...context, provider }))
}
