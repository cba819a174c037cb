import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'

/** For whoever watches the process: it lives; it can serve; its figures. */
export function healthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>) {
  const hidden = { schema: { hide: true } }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  app.get('/healthz', hidden, async () => ({ success: true }))

  app.get('/readyz', hidden, async (_, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({ success: ready })
  })

  app.get('/metrics', hidden, async (_, reply) =>
    reply.header('content-type', registry.contentType).send(await registry.metrics()),
  )
}
