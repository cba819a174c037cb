import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import type { PaymentProvider } from '../../stripe/server/stripe-gateway.ts'
import { receiveStripeEvent } from './receive-stripe-event.ts'
import { InvalidSignature } from './verify-signature.ts'

/** The signature is the only credential. It covers the raw body, so the body must not be parsed first. */
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
        request.log.warn('webhook refused: invalid signature')
        return reply.code(400).send(notSigned)
      }
      return { success: true }
    })
  })
}

const notSigned = { success: false, code: 'not-signed', message: 'This event isn’t signed by the payment provider.' }
