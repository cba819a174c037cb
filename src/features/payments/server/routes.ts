import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as anomalies from '../contract/anomaly.ts'
import * as contract from '../contract.ts'
import { confirmPurchase } from './confirm-purchase.ts'
import { getMemberQuote } from './get-member-quote.ts'
import { getQuote } from './get-quote.ts'
import { listAnomalies } from './list-anomalies.ts'
import { receiveStripeEvent } from './receive-stripe-event.ts'
import { resolveAnomaly } from './resolve-anomaly.ts'
import { startPurchase } from './start-purchase.ts'
import { InvalidSignature, type PaymentProvider } from './stripe-gateway.ts'

export function paymentRoutes(serve: Serve, provider: PaymentProvider) {
  serve(contract.getQuote, (context, { params }) => getQuote({ ...context, provider }, params))
  serve(contract.getMemberQuote, (context, { params }) => getMemberQuote({ ...context, provider }, params))
  serve(contract.startPurchase, (context, { body }, { request }) =>
    startPurchase({ ...context, provider }, body, request.ip),
  )
  serve(contract.confirmPurchase, (context, { params }) => confirmPurchase({ ...context, provider }, params.purchaseId))
  serve(anomalies.listAnomalies, (context, { query }) => listAnomalies(context, query))
  serve(anomalies.resolveAnomaly, (context, { params, body }) => resolveAnomaly(context, { ...params, ...body }))
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
