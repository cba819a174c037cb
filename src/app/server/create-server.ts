import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorHandler } from '#platform/server/http/error-handler.ts'
import { refuseAmbiguousHost } from '#platform/server/http/request-guard.ts'
import { closeSlowRequests, UPLOAD_TIMEOUT_MS } from '#platform/server/http/uploads.ts'
import { validationMessage } from '#platform/server/http/validation-messages.ts'
import type { LiveUpdates } from '#platform/server/live/live-updates.ts'
import { describeError } from '#platform/server/log.ts'
import type { Tracing } from '../monitoring/export-traces.ts'
import { toRouteLabel } from '../monitoring/http-metrics.ts'
import type { Metrics } from '../monitoring/metrics.ts'

export type ServerSettings = {
  /** Refreshes open pages. It is closed together with the server. */
  live: LiveUpdates
  log: { level: string; stream?: { write: (line: string) => void } }
  trustProxy?: string | undefined
  /** If undefined, nothing is counted and /metrics does not exist. */
  metrics?: Metrics
  tracing?: Tracing | undefined
}

/**
 * Creates a server with timeouts, logging and error handling, without routes.
 * @param headers for the server's own error responses
 */
export function createServer(settings: ServerSettings, headers: Record<string, string>): FastifyInstance {
  const app = openServer(settings, headers)
  // Runs first, because a stream never ends on its own.
  app.addHook('preClose', settings.live.close)
  closeConnectionsOnShutdown(app)
  closeSlowRequests(app)
  logRequests(app, settings.metrics)
  settings.tracing?.instrument(app)
  z.config({ customError: validationMessage })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler)
  app.setNotFoundHandler(async (_, reply) => reply.headers(headers).code(404).send(notFound))
  refuseAmbiguousHost(app)
  app.decorateRequest('actor', undefined)
  return app
}

function openServer({ log, trustProxy }: ServerSettings, headers: Record<string, string>): FastifyInstance {
  return Fastify({
    logger: { ...log, serializers: { req: describeRequest, err: describeError } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 65_536,
    routerOptions: { maxParamLength: 200 },
    requestTimeout: UPLOAD_TIMEOUT_MS,
    // A closing server still answers requests, and asks the client to use another connection next time.
    return503OnClosing: false,
    // Registering all routes takes a second, but on a busy machine it can exceed the default limit of ten.
    pluginTimeout: 60_000,
    // The default interval of 30 seconds would close slow connections far too late.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // Handles errors raised before routing, such as a malformed URL.
    frameworkErrors: (error, request, reply) =>
      errorHandler(error, request, reply.headers({ ...headers, 'x-request-id': request.id })),
    ...(trustProxy !== undefined && { trustProxy }),
  })
}

export const notFound = { success: false, code: 'not-found', message: 'There’s nothing at this address.' }

/**
 * Describes a request in the log, without query, headers or body, which hold tokens and personal data. Link tokens,
 * which SPEC puts in the path, are removed from it.
 */
function describeRequest(request: FastifyRequest) {
  const [path = ''] = request.url.split('?')
  return { method: request.method, path: path.replaceAll(oneTimeSecretPattern, '…') }
}

/** Matches anything after the name of a page or endpoint that takes a token, and anything as long as a token. */
const oneTimeSecretPattern = /(?<=(?:reset-password|guardian|calendar|unsubscribe|undo-email)\/).+|[\w-]{43,}/g

/** Requests still running at shutdown get this long to finish. */
const SHUTDOWN_GRACE_MS = 5_000

/** Otherwise, an idle open connection would keep the process running. */
function closeConnectionsOnShutdown(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS)
    app.server.once('close', () => clearTimeout(timer))
  })
}

/** Adds the request id from the log to every response, and counts and logs requests. */
function logRequests(app: FastifyInstance, metrics: Metrics | undefined) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    metrics?.recordRequest(request, reply)
    const { method } = request
    const milliseconds = Math.round(reply.elapsedTime)
    // The URL is left out, because it may contain personal data or a secret.
    request.log.debug({ method, route: toRouteLabel(request), status: reply.statusCode, milliseconds }, 'answered')
    done()
  })
}
