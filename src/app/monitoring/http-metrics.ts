import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** In seconds, around our limit of 0.3 under load and up to the timeout of most clients. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10]

/** Counts requests by route pattern, because a URL may contain personal data or a secret. */
export function defineHttpMetrics(registry: Registry) {
  const durations = new Histogram({
    name: 'futureworld_http_request_duration_seconds',
    help: 'How long responses took, by route, method and status class. Excludes streams and cached pages.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  // Serving a page from memory is faster than updating the library's counter, so these counts are added only on a
  // scrape.
  const pageCounts = new Map<string, number>()
  new Counter({
    name: 'futureworld_pages_from_cache_total',
    help: 'Public pages served from the cache.',
    labelNames: ['route'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [route, count] of pageCounts) this.inc({ route }, count)
    },
  })

  return {
    recordRequest(request: FastifyRequest, reply: FastifyReply) {
      // An event stream lasts as long as its page is open, so its duration is meaningless.
      if (request.routeOptions.config.endpoint?.events) return
      const status = `${Math.floor(reply.statusCode / 100)}xx`
      durations.observe({ method: request.method, route: toRouteLabel(request), status }, reply.elapsedTime / 1_000)
    },
    countCachedPage(route: string) {
      pageCounts.set(route, (pageCounts.get(route) ?? 0) + 1)
    },
  }
}

/** Returns the route's pattern, which keeps the number of labels bounded. */
export function toRouteLabel({ routeOptions: { url, config } }: FastifyRequest): string {
  if (url === undefined) return 'none'
  // Every build file has a separate route, whose name changes with each build.
  return !config.endpoint && /\.\w+$/.test(url) ? 'file' : url
}
