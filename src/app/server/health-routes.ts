import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

type Health = { isReady: () => Promise<boolean>; openStreams: () => number }

/** For whoever watches the process: it lives; it can serve; its figures. */
export function healthRoutes(app: FastifyInstance, { isReady, openStreams }: Health) {
  const hidden = { schema: { hide: true } }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'open_streams',
    help: 'Open pages that follow what the bell tells',
    registers: [registry],
    collect() {
      this.set(openStreams())
    },
  })

  app.get('/healthz', hidden, async () => ({ success: true }))

  app.get('/readyz', hidden, async (_, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({ success: ready })
  })

  app.get('/metrics', hidden, async (_, reply) =>
    reply.header('content-type', registry.contentType).send(await registry.metrics()),
  )
}
