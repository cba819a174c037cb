import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics/open-metrics.ts'
import { routeOf } from './metrics/request-metrics.ts'

/** Each answer carries the id by which the log tells of its request. What was asked is counted, and logged by choice. */
export function followRequests(app: FastifyInstance, metrics: Metrics | undefined) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    metrics?.noteRequest(request, reply)
    const { method } = request
    const milliseconds = Math.round(reply.elapsedTime)
    // Without the address: it may name somebody, or be a secret.
    request.log.debug({ method, route: routeOf(request), status: reply.statusCode, milliseconds }, 'answered')
    done()
  })
}
