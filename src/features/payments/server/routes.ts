import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as anomalies from '../contract/anomaly.ts'
import * as guardian from '../contract/guardian.ts'
import * as keys from '../contract/key-check.ts'
import * as records from '../contract/record.ts'
import * as refunds from '../contract/refund.ts'
import * as subscriptions from '../contract/subscription.ts'
import * as contract from '../contract.ts'
import { answerGuardianRequest } from './answer-guardian-request.ts'
import { cancelPurchase } from './cancel-purchase.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { checkKeys } from './check-keys.ts'
import { confirmDuePayment } from './confirm-due-payment.ts'
import { confirmPurchase } from './confirm-purchase.ts'
import { downloadAnomalies } from './download-anomalies.ts'
import { finishCardUpdate } from './finish-card-update.ts'
import { getMemberQuote } from './get-member-quote.ts'
import { getPurchaseRecord } from './get-purchase-record.ts'
import { getQuote } from './get-quote.ts'
import { getWithdrawal } from './get-withdrawal.ts'
import { listAnomalies } from './list-anomalies.ts'
import { listRefunds } from './list-refunds.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { previewRefund } from './preview-refund.ts'
import { receiveStripeEvent } from './receive-stripe-event.ts'
import { refundPurchase } from './refund-purchase.ts'
import { requestGuardian } from './request-guardian.ts'
import { resolveAnomaly } from './resolve-anomaly.ts'
import { resumeSubscription } from './resume-subscription.ts'
import { showGuardianRequest } from './show-guardian-request.ts'
import { startCardUpdate } from './start-card-update.ts'
import { startDuePayment } from './start-due-payment.ts'
import { startPurchase } from './start-purchase.ts'
import { InvalidSignature, type PaymentProvider } from './stripe-gateway.ts'
import { withdrawPurchase } from './withdraw-purchase.ts'

/** @param realNow what the clock of the sandbox must not move: how fresh an identity is */
export function paymentRoutes(serve: Serve, provider: PaymentProvider, realNow: () => Date) {
  serve(contract.getQuote, (context, { params }) => getQuote({ ...context, provider }, params))
  serve(contract.getMemberQuote, (context, { params }) => getMemberQuote({ ...context, provider }, params))
  serve(contract.startPurchase, (context, { body }, { request }) =>
    startPurchase({ ...context, provider }, body, request.ip),
  )
  serve(contract.confirmPurchase, (context, { params }) => confirmPurchase({ ...context, provider }, params.purchaseId))
  serve(contract.cancelPurchase, (context, { params }) => cancelPurchase({ ...context, provider }, params.purchaseId))
  refundRoutes(serve, provider, realNow)
  subscriptionRoutes(serve, provider)
  guardianRoutes(serve, provider)
  serve(keys.checkKeys, (context) => checkKeys({ ...context, provider }))
  serve(anomalies.listAnomalies, (context, { query }) => listAnomalies(context, query))
  serve(anomalies.downloadAnomalies, (context, { query }) => downloadAnomalies(context, query))
  serve(anomalies.resolveAnomaly, (context, { params, body }) =>
    resolveAnomaly({ ...context, provider }, { ...params, ...body }),
  )
}

function refundRoutes(serve: Serve, provider: PaymentProvider, realNow: () => Date) {
  serve(refunds.getWithdrawal, (context, { params }) => getWithdrawal({ ...context, provider }, params.purchaseId))
  serve(refunds.withdraw, (context, { params, body }) =>
    withdrawPurchase({ ...context, provider }, params.purchaseId, body),
  )
  serve(refunds.listRefunds, (context, { params }) => listRefunds({ ...context, provider }, params.purchaseId))
  serve(records.getPurchaseRecord, (context, { params }) => getPurchaseRecord(context, params.purchaseId))
  serve(refunds.previewRefund, (context, { params, query }) =>
    previewRefund({ ...context, provider }, params.purchaseId, query),
  )
  serve(refunds.refundPurchase, (context, { params, body }) =>
    refundPurchase({ ...context, provider, realNow }, params.purchaseId, body),
  )
}

function subscriptionRoutes(serve: Serve, provider: PaymentProvider) {
  serve(subscriptions.listSubscriptions, (context) => listSubscriptions(context))
  serve(subscriptions.cancelSubscription, (context, { params }, { say }) =>
    cancelSubscription({ ...context, provider }, params.subscriptionId, say),
  )
  serve(subscriptions.resumeSubscription, (context, { params }) =>
    resumeSubscription({ ...context, provider }, params.subscriptionId),
  )
  serve(subscriptions.startCardUpdate, (context, { params }, { request }) =>
    startCardUpdate({ ...context, provider }, params.subscriptionId, request.ip),
  )
  serve(subscriptions.finishCardUpdate, (context, { params, body }, { request }) =>
    finishCardUpdate({ ...context, provider }, { ...params, ...body }, request.ip),
  )
  serve(subscriptions.startDuePayment, (context, { params }, { request }) =>
    startDuePayment({ ...context, provider }, params.subscriptionId, request.ip),
  )
  serve(subscriptions.confirmDuePayment, (context, { params }) =>
    confirmDuePayment({ ...context, provider }, params.subscriptionId),
  )
}

function guardianRoutes(serve: Serve, provider: PaymentProvider) {
  serve(guardian.requestGuardian, (context, { body }) => requestGuardian({ ...context, provider }, body))
  serve(guardian.showGuardianRequest, (context, { body }, { request }) =>
    showGuardianRequest(context, body.token, request.ip),
  )
  serve(guardian.answerGuardianRequest, async (context, { body }, { request }) => {
    await answerGuardianRequest(context, body, request.ip)
    return null
  })
}

/** PAYMENTS §10: the body as it was signed, 1 MB at most; the signature is the only credential. */
export function stripeWebhook(
  app: FastifyInstance,
  contextFor: (request: FastifyRequest) => Context,
  provider: PaymentProvider,
) {
  app.register(async (webhook) => {
    webhook.removeAllContentTypeParsers()
    webhook.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: 1_048_576 }, (_, body, done) =>
      done(null, body),
    )
    webhook.post('/api/webhooks/stripe', { schema: { hide: true } }, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) return reply.code(400).send(notSigned)
      try {
        await receiveStripeEvent({ ...contextFor(request), provider }, request.body, signature)
      } catch (error) {
        if (!(error instanceof InvalidSignature)) throw error
        request.log.warn('a webhook without a valid signature was refused')
        return reply.code(400).send(notSigned)
      }
      return { success: true }
    })
  })
}

const notSigned = { success: false, code: 'not-signed', message: 'This event is not signed by the payment provider.' }
