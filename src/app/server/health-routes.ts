import type { FastifyInstance } from 'fastify'
import { HttpProblem } from '#platform/server/http/problem.ts'
import { mayReadMetrics } from './metrics/may-read-metrics.ts'
import type { Metrics } from './metrics/open-metrics.ts'

type Health = {
  isReady: () => Promise<boolean>
  /** Nobody watches the figures where there are none. */
  metrics: Metrics | undefined
  metricsToken: string | undefined
}

/** For whoever watches the process: it lives; it can serve; its figures. */
export function healthRoutes(app: FastifyInstance, { isReady, metrics, metricsToken }: Health) {
  const hidden = { schema: { hide: true } }

  app.get('/healthz', hidden, async () => ({ success: true }))

  app.get('/readyz', hidden, async (_, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({ success: ready })
  })

  if (!metrics) return
  app.get('/metrics', hidden, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) throw notForYou(metricsToken)
    return reply.header('content-type', metrics.contentType).send(await metrics.write())
  })
}

function notForYou(token: string | undefined) {
  const way = token === undefined ? 'Ask on the machine of the site, or set METRICS_TOKEN.' : 'Ask with METRICS_TOKEN.'
  return new HttpProblem(403, 'not-allowed', `These figures are for the operator. ${way}`)
}
