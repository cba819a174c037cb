import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { findAccessEnd, findActor } from '#features/accounts/server/public.ts'
import { accountRoutes } from '#features/accounts/server/routes.ts'
import { staffRoutes } from '#features/accounts/server/staff-routes.ts'
import { memberRoutes } from '#features/back-office/server/member-routes.ts'
import { backOfficeRoutes } from '#features/back-office/server/routes.ts'
import { consultantSideRoutes } from '#features/bookings/server/consultant-routes.ts'
import { bookingRoutes, calendarFeed } from '#features/bookings/server/routes.ts'
import { catalogueRoutes } from '#features/catalogue/server/routes.ts'
import { companyRoutes } from '#features/company/server/routes.ts'
import { consultantPicture, consultantRoutes } from '#features/consultants/server/routes.ts'
import type { IncomingMail } from '#features/conversations/server/public.ts'
import { conversationRoutes, incomingMailRoute } from '#features/conversations/server/routes.ts'
import { deliverableRoutes } from '#features/deliverables/server/routes.ts'
import { mailRoutes, unsubscribeRoute } from '#features/mails/server/routes.ts'
import { marketingRoutes } from '#features/marketing/server/routes.ts'
import { messageRoutes } from '#features/messages/server/routes.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { kindOfKeys, type PaymentProvider } from '#features/payments/server/public.ts'
import { paymentRoutes, stripeWebhook } from '#features/payments/server/routes.ts'
import { portalRoutes } from '#features/portal/server/routes.ts'
import { countBuyers } from '#features/purchases/server/public.ts'
import { purchaseRoutes } from '#features/purchases/server/routes.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { errorHandler } from '#platform/server/http/error-handler.ts'
import { guardRequests } from '#platform/server/http/guard-request.ts'
import { sayWhatIsWrong } from '#platform/server/http/say-what-is-wrong.ts'
import { dataPolicy, securityHeaders } from '#platform/server/http/security-headers.ts'
import { makeServe } from '#platform/server/http/serve.ts'
import { makeServeEvents } from '#platform/server/http/serve-events.ts'
import { cutSlowCalls, takeUploads, UPLOAD_MS } from '#platform/server/http/take-uploads.ts'
import type { Live } from '#platform/server/live/open-live.ts'
import { describeError } from '#platform/server/log.ts'
import { describeApi, documentApi } from './document-api.ts'
import { followRequests } from './follow-requests.ts'
import { healthRoutes } from './health-routes.ts'
import { letterExamples } from './letter-examples.ts'
import type { Metrics } from './metrics/open-metrics.ts'
import { personalDataAreas } from './personal-data.ts'
import type { Tracing } from './tracing/open-tracing.ts'

export type AppSettings = {
  /** With the clock of the business. */
  context: Omit<Context, 'log'>
  /** What questions go to whose answer may be a few seconds old. */
  replica?: Db
  /** Real time, for what the sandbox's clock must not move: sessions, links, limits, letters. */
  realNow: () => Date
  provider: PaymentProvider
  /** What wakes the pages that are open. Closed together with the server. */
  live: Live
  /** True once database, migrations and jobs answer, until the end is asked for. */
  isReady: () => Promise<boolean>
  log: { level: string; stream?: { write: (line: string) => void } }
  trustProxy?: string | undefined
  /** Letters leave by a mail server; otherwise they are kept as files. */
  isMailSent?: boolean
  /** Where answers to letters come in, if they do. */
  incomingMail?: IncomingMail | undefined
  /** Without them nothing is counted, and there is no /metrics. */
  metrics?: Metrics
  /** With which /metrics is read from elsewhere. */
  metricsToken?: string | undefined
  tracing?: Tracing | undefined
}

/** The API, in order, by hand: who made what can be read from top to bottom. */
export async function buildApp(settings: AppSettings): Promise<FastifyInstance> {
  const { context, realNow, provider, live, isReady, log, trustProxy, incomingMail, isMailSent = false } = settings
  const { replica = context.db } = settings
  const isSecure = context.publicUrl.startsWith('https:')
  const headers = {
    ...securityHeaders({ isSecure }),
    'content-security-policy': dataPolicy,
    'cache-control': 'no-store',
  }
  const app = Fastify({
    logger: { ...log, serializers: { req: describeRequest, err: describeError } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 65_536,
    routerOptions: { maxParamLength: 200 },
    requestTimeout: UPLOAD_MS,
    // Whoever still comes while it closes is answered, and told to take another connection next time.
    return503OnClosing: false,
    // Looked at every two seconds, or a slow line would be cut only at the next round, half a minute later.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // What is refused before any route is found, such as an address that cannot be read.
    frameworkErrors: (error, request, reply) =>
      errorHandler(error, request, reply.headers({ ...headers, 'x-request-id': request.id })),
    ...(trustProxy !== undefined && { trustProxy }),
  })
  // First: a stream has no end of its own.
  app.addHook('preClose', live.close)
  cutWhatHoldsTheEnd(app)
  cutSlowCalls(app)
  followRequests(app, settings.metrics)
  settings.tracing?.follow(app)
  z.config({ customError: sayWhatIsWrong })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler)
  app.setNotFoundHandler(async (_, reply) => reply.headers(headers).code(404).send(notFound))
  app.decorateRequest('actor', undefined)
  await describeApi(app)

  const contextFor = (request: FastifyRequest): Context => ({ ...context, log: request.log })
  const realTimeContextFor = (request: FastifyRequest): Context => ({ ...contextFor(request), now: realNow })
  await app.register(async (api) => {
    api.addHook('onRequest', async (_, reply) => void reply.headers(headers))
    // JSON, files where an endpoint takes them, and nothing else: a form of another site can send text without asking first.
    api.removeContentTypeParser('text/plain')
    takeUploads(api)
    await api.register(cookie)
    guardRequests(api, context.publicUrl)
    // Never by the replica: there, whoever was logged out a moment ago is still in.
    const findActorNow = (any: Context, token: string) => findActor({ ...any, db: context.db, now: realNow }, token)
    const serve = makeServe({ app: api, contextFor, findActor: findActorNow })
    const serveEvents = makeServeEvents({
      app: api,
      contextFor,
      findActor: findActorNow,
      live,
      findAccessEnd: (any, token) => findAccessEnd({ ...any, now: realNow }, token),
      realNow,
    })
    const serveInRealTime = makeServe({ app: api, contextFor: realTimeContextFor, findActor: findActorNow })
    const contextOnReplica = (request: FastifyRequest) => ({ ...contextFor(request), db: replica })
    const serveFromReplica = makeServe({ app: api, contextFor: contextOnReplica, findActor: findActorNow })
    catalogueRoutes(serve, countBuyers)
    companyRoutes(serve)
    const personalData = personalDataAreas(provider, context.now)
    accountRoutes(serveInRealTime, { isSecure, personalData })
    staffRoutes(serveInRealTime, { personalData })
    messageRoutes(serveInRealTime)
    consultantRoutes(serve)
    marketingRoutes(serve)
    purchaseRoutes(serve, provider.mode)
    paymentRoutes(serve, provider, realNow)
    notificationRoutes(serve, serveEvents)
    conversationRoutes(serveInRealTime, serveEvents, incomingMail)
    mailRoutes(serveInRealTime, letterExamples)
    await api.register(async (forms) => {
      takeForms(forms)
      unsubscribeRoute(makeServe({ app: forms, contextFor: realTimeContextFor, findActor: findActorNow }))
    })
    consultantSideRoutes(serve)
    bookingRoutes(serve)
    deliverableRoutes(serve)
    portalRoutes(serve)
    memberRoutes(serve, { serveInRealTime, realNow })
    backOfficeRoutes(serve, { serveFromReplica, paymentMode: provider.mode, keys: kindOfKeys(provider), isMailSent })
    stripeWebhook(api, contextFor, provider)
    incomingMailRoute(api, realTimeContextFor, incomingMail)
    consultantPicture(api, contextFor)
    calendarFeed(api, contextFor)
    api.all('/api/*', { schema: { hide: true } }, async (_, reply) => reply.code(404).send(notFound))
  })
  await app.register(async (operations) => {
    operations.addHook('onRequest', async (_, reply) => void reply.headers(headers))
    await documentApi(operations)
    healthRoutes(operations, {
      isReady,
      metrics: settings.metrics,
      metricsToken: settings.metricsToken,
    })
  })
  return app
}

/** What mail programs send to unsubscribe (RFC 8058). Taken and thrown away: the address says it all. */
function takeForms(app: FastifyInstance): void {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(forms, { parseAs: 'buffer', bodyLimit: 4_096 }, (_, __, done) => done(null, undefined))
}

const notFound = { success: false, code: 'not-found', message: 'There is nothing at this address.' }

/**
 * What a log line says of a request: never its query, headers or body, where tokens and people's data travel, nor the
 * token of a link, which SPEC has in the path.
 */
function describeRequest(request: FastifyRequest) {
  const [path = ''] = request.url.split('?')
  return { method: request.method, path: path.replaceAll(oneTimeSecret, '…') }
}

/** What follows the name of the page or of the endpoint, and whatever else has the length of a token. */
const oneTimeSecret = /(?<=(?:reset-password|guardian|calendar|unsubscribe)\/).+|[\w-]{43,}/g

/** What is being answered when nothing more is taken has so long to end. */
const LAST_ANSWERS_MS = 5_000

/** A connection that is held open and asks for nothing would keep the process from ending. */
function cutWhatHoldsTheEnd(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS)
    app.server.once('close', () => clearTimeout(cut))
  })
}
