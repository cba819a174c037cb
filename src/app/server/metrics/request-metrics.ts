import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Seconds: about the 0.3 that an answer may take under load, and up to where whoever asked gives up. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10]

/** Counts what is asked, by the pattern of its route: an address itself may name somebody, or be a secret. */
export function defineRequestMetrics(registry: Registry) {
  const durations = new Histogram({
    name: 'futureworld_http_request_duration_seconds',
    help: 'How long answers took, by route, method and class of status. Without streams, and pages from memory.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  // A page from memory is answered faster than a counter of the library counts: these are added up when they are read.
  const pages = new Map<string, number>()
  new Counter({
    name: 'futureworld_pages_from_memory_total',
    help: 'Public pages that were answered from memory.',
    labelNames: ['route'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [route, count] of pages) this.inc({ route }, count)
    },
  })

  return {
    noteRequest(request: FastifyRequest, reply: FastifyReply) {
      // It lasts as long as its page is open.
      if (request.routeOptions.config.endpoint?.events) return
      const status = `${Math.floor(reply.statusCode / 100)}xx`
      durations.observe({ method: request.method, route: routeOf(request), status }, reply.elapsedTime / 1_000)
    },
    notePageFromMemory(route: string) {
      pages.set(route, (pages.get(route) ?? 0) + 1)
    },
  }
}

/** The pattern of a request's route, of which there are as many as the site has routes. */
export function routeOf({ routeOptions: { url, config } }: FastifyRequest): string {
  if (url === undefined) return 'none'
  // Each file of the build has a route of its own, named anew with every build.
  return !config.endpoint && /\.\w+$/.test(url) ? 'file' : url
}
