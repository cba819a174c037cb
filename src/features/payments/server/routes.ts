import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as guardian from '../contract/guardian.ts'
import * as contract from '../contract.ts'
import { answerGuardianRequest } from './answer-guardian-request.ts'
import { confirmPurchase } from './confirm-purchase.ts'
import { getMemberQuote } from './get-member-quote.ts'
import { getQuote } from './get-quote.ts'
import { receiveStripeEvent } from './receive-stripe-event.ts'
import { requestGuardian } from './request-guardian.ts'
import { showGuardianRequest } from './show-guardian-request.ts'
import { startPurchase } from './start-purchase.ts'
import { InvalidSignature, type PaymentProvider } from './stripe-gateway.ts'

export function paymentRoutes(serve: Serve, provider: PaymentProvider) {
  serve(contract.getQuote, (context, { params }) => getQuote({ ...context, provider }, params))
  serve(contract.getMemberQuote, (context, { params }) => getMemberQuote({ ...context, provider }, params))
  serve(contract.startPurchase, (context, { body }) => startPurchase({ ...context, provider }, body))
  serve(contract.confirmPurchase, (context, { params }) => confirmPurchase({ ...context, provider }, params.purchaseId))
  guardianRoutes(serve, provider)
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
