import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { bearerToken } from '#platform/server/http/bearer-token.ts'
import { HttpError } from '#platform/server/http/http-error.ts'
import { hashToken } from '#platform/server/token.ts'
import { isLoopback } from '../config/config.ts'
import type { Metrics } from './metrics.ts'

type HealthSettings = {
  isReady: () => Promise<boolean>
  /** Undefined if metrics are not collected. */
  metrics: Metrics | undefined
  metricsToken: string | undefined
}

/** Routes for monitoring, which report liveness, readiness and metrics. */
export function healthRoutes(app: FastifyInstance, { isReady, metrics, metricsToken }: HealthSettings) {
  const hidden = { schema: { hide: true } }

  app.get('/healthz', hidden, async () => ({ success: true }))

  app.get('/readyz', hidden, async (_, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({ success: ready })
  })

  if (!metrics) return
  app.get('/metrics', hidden, async (request, reply) => {
    if (!canReadMetrics(request, metricsToken)) throw metricsNotAllowed(metricsToken)
    return reply.header('content-type', metrics.contentType).send(await metrics.write())
  })
}

function metricsNotAllowed(token: string | undefined) {
  const instruction =
    token === undefined
      ? 'Request them from the site’s own machine, or set METRICS_TOKEN.'
      : 'Send METRICS_TOKEN as a bearer token.'
  return new HttpError(403, 'not-allowed', `These metrics are for the operator. ${instruction}`)
}

/** Requires the token if one is set. Without one, only requests from this machine may read metrics. */
function canReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isLocalRequest(request)
  const requestToken = bearerToken(request.headers.authorization)
  return requestToken !== undefined && timingSafeEqual(hashToken(requestToken), hashToken(token))
}

/** Headers that proxies add to forwarded requests. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** A local proxy also connects from this machine, but uses the public host name and usually adds these headers. */
function isLocalRequest({ socket, headers }: FastifyRequest): boolean {
  const { remoteAddress = '' } = socket
  const isFromLoopback = ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback'
  const isForwarded = proxyHeaders.some((name) => headers[name] !== undefined)
  return isFromLoopback && !isForwarded && isLoopback(`http://${headers.host}`)
}
