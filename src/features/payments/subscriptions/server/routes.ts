import type { Serve } from '#platform/server/http/serve.ts'
import type { PaymentProvider } from '../../stripe/server/stripe-gateway.ts'
import * as contract from '../contract.ts'
import { cancelSubscription, resumeSubscription } from './cancel-subscription.ts'
import { confirmDuePayment, startDuePayment } from './due-payment.ts'
import { listSubscriptions } from './member-subscriptions.ts'
import { finishCardUpdate, startCardUpdate } from './update-card.ts'

export function subscriptionRoutes(serve: Serve, provider: PaymentProvider) {
  serve(contract.listSubscriptions, (context) => listSubscriptions(context))
  serve(contract.cancelSubscription, (context, { params }, { say }) =>
    cancelSubscription({ ...context, provider }, params.subscriptionId, say),
  )
  serve(contract.resumeSubscription, (context, { params }) =>
    resumeSubscription({ ...context, provider }, params.subscriptionId),
  )
  serve(contract.startCardUpdate, (context, { params }, { request }) =>
    startCardUpdate({ ...context, provider }, params.subscriptionId, request.ip),
  )
  serve(contract.finishCardUpdate, (context, { params, body }, { request }) =>
    finishCardUpdate({ ...context, provider }, { ...params, ...body }, request.ip),
  )
  serve(contract.startDuePayment, (context, { params }, { request }) =>
    startDuePayment({ ...context, provider }, params.subscriptionId, request.ip),
  )
  serve(contract.confirmDuePayment, (context, { params }) =>
    confirmDuePayment({ ...context, provider }, params.subscriptionId),
  )
}
