import type { Serve } from '#platform/server/http/serve.ts'
import type { PaymentProvider } from '../../stripe/server/stripe-gateway.ts'
import * as contract from '../contract.ts'
import { listCards, removeCard, setDefaultCard, startCardSetup } from './saved-cards.ts'

export function cardRoutes(serve: Serve, provider: PaymentProvider) {
  serve(contract.listCards, (context) => listCards({ ...context, provider }))
  serve(contract.startCardSetup, (context, _, { request }) => startCardSetup({ ...context, provider }, request.ip))
  serve(contract.setDefaultCard, (context, { params }) => setDefaultCard({ ...context, provider }, params.cardId))
  serve(contract.removeCard, (context, { params }) => removeCard({ ...context, provider }, params.cardId))
}
