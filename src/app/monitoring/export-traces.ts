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
import { statementChannel } from '#platform/server/db/open-database.ts'
import { errorCode } from '#platform/server/error-code.ts'
import { toRouteLabel } from './http-metrics.ts'

export type Tracing = ReturnType<typeof exportTraces>

export type TracingSettings = {
  /** The URL of an OpenTelemetry collector. */
  endpoint: string
  /** The share of requests to trace, from 0 to 1. */
  share: number
}

/** An unreachable collector must not delay the site's shutdown. */
const FLUSH_TIMEOUT_MS = 1_000

/** Statements are cut to this length, which is enough to recognise them. */
const MAX_STATEMENT_LENGTH = 2_000

/** Exports traces over OTLP, without URLs, bodies or parameters, which may contain personal data or secrets. */
export function exportTraces({ endpoint, share }: TracingSettings) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: describeProcess(),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('futureworld')
  const currentSpan = new AsyncLocalStorage<Span | undefined>()
  const spans = new WeakMap<FastifyRequest, Span>()
  const onStatement = (event: unknown) => recordStatement(tracer, event as LogEvent, currentSpan.getStore())
  statementChannel.subscribe(onStatement)

  return {
    /** Traces every request with its database statements. */
    instrument(app: FastifyInstance) {
      app.addHook('onRequest', (request, _, done) => {
        // A page rendered on the server calls the API within its own request, so its span is the parent.
        const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, toContext(currentSpan.getStore()))
        spans.set(request, span)
        currentSpan.run(span, done)
      })
      // Body events run in the connection's async context, which may belong to an earlier request.
      app.addHook('preValidation', (request, _, done) => currentSpan.run(spans.get(request), done))
      app.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request)
        if (span) endRequest(span, request, reply)
        done()
      })
    },
    async close() {
      statementChannel.unsubscribe(onStatement)
      await Promise.race([provider.shutdown().catch(() => {}), setTimeout(FLUSH_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

function describeProcess() {
  const resource = defaultResource().merge(resourceFromAttributes({ 'service.name': 'futureworld' }))
  return resource.merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }))
}

function toContext(span: Span | undefined) {
  return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT
}

function endRequest(span: Span, request: FastifyRequest, reply: FastifyReply) {
  const route = toRouteLabel(request)
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

/** Skips statements outside a request, such as the queues' polling every second. */
function recordStatement(tracer: Tracer, event: LogEvent, parent: Span | undefined) {
  if (!parent) return
  const { sql } = event.query
  const endTime = Date.now()
  const span = tracer.startSpan(
    /^\s*(?<verb>\w+)/.exec(sql)?.groups?.verb ?? 'statement',
    {
      kind: SpanKind.CLIENT,
      startTime: endTime - event.queryDurationMillis,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, MAX_STATEMENT_LENGTH) },
    },
    toContext(parent),
  )
  // Records only the error code, because an error message may repeat a value.
  if (event.level === 'error')
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorCode(event.error) ?? 'unknown')
  span.end(endTime)
}
