import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LogEvent } from 'kysely'
import { statementChannel } from '#platform/server/db/statement-channel.ts'
import { routeOf } from '../metrics/request-metrics.ts'
import type { Tracing, TracingSettings } from './open-tracing.ts'

/** A collector that is away must not keep the site from stopping. */
const LAST_SPANS_MS = 1_000

/** Enough to know a statement by. */
const LONGEST_STATEMENT = 2_000

/** Sends traces by OTLP. An address, a body or a parameter is in none of them: each may name somebody, or be a secret. */
export function exportTraces({ endpoint, share }: TracingSettings): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: describeProcess(),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('futureworld')
  const current = new AsyncLocalStorage<Span | undefined>()
  const spans = new WeakMap<FastifyRequest, Span>()
  const noteStatement = (event: unknown) => writeStatement(tracer, event as LogEvent, current.getStore())
  statementChannel.subscribe(noteStatement)

  return {
    follow(app: FastifyInstance) {
      app.addHook('onRequest', (request, _, done) => {
        // A page that is made on the server asks the API from within its own request.
        const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, within(current.getStore()))
        spans.set(request, span)
        current.run(span, done)
      })
      // A body arrives with the events of its connection, which may be many requests old.
      app.addHook('preValidation', (request, _, done) => current.run(spans.get(request), done))
      app.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request)
        if (span) endRequest(span, request, reply)
        done()
      })
    },
    async close() {
      statementChannel.unsubscribe(noteStatement)
      await Promise.race([provider.shutdown().catch(() => {}), setTimeout(LAST_SPANS_MS, undefined, { ref: false })])
    },
  }
}

function describeProcess() {
  const named = defaultResource().merge(resourceFromAttributes({ 'service.name': 'futureworld' }))
  return named.merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }))
}

function within(span: Span | undefined) {
  return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT
}

function endRequest(span: Span, request: FastifyRequest, reply: FastifyReply) {
  const route = routeOf(request)
  span.updateName(`${request.method} ${route}`)
  span.setAttributes({
    'http.request.method': request.method,
    'http.route': route,
    'http.response.status_code': reply.statusCode,
    'futureworld.request_id': request.id,
  })
  if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Of what nobody asked for, such as the queues' own questions every second, there is no trace. */
function writeStatement(tracer: Tracer, event: LogEvent, parent: Span | undefined) {
  if (!parent) return
  const { sql } = event.query
  const endTime = Date.now()
  const span = tracer.startSpan(
    /^\s*(?<verb>\w+)/.exec(sql)?.groups?.verb ?? 'statement',
    {
      kind: SpanKind.CLIENT,
      startTime: endTime - event.queryDurationMillis,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, LONGEST_STATEMENT) },
    },
    within(parent),
  )
  // Its code alone: the words of an error may repeat a value.
  if (event.level === 'error') span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', codeOf(event))
  span.end(endTime)
}

function codeOf({ error }: { error: unknown }): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
