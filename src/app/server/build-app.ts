import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findAccessExpiry, findActor, findMissingProof } from '#features/accounts/server/public.ts'
import { accountRoutes } from '#features/accounts/server/routes.ts'
import { backOfficeRoutes } from '#features/back-office/server/routes.ts'
import { calendarFeedRoute } from '#features/bookings/calendar-feed/server/routes.ts'
import { findUnstaffedSessions } from '#features/bookings/server/public.ts'
import { bookingRoutes } from '#features/bookings/server/routes.ts'
import { catalogueRoutes } from '#features/catalogue/server/routes.ts'
import { companyRoutes } from '#features/company/server/routes.ts'
import { consultantPictureRoute, consultantRoutes } from '#features/consultants/server/routes.ts'
import { contactRoutes } from '#features/contact/server/routes.ts'
import { incomingEmailRoute } from '#features/conversations/incoming-email/server/routes.ts'
import { messageRoutes } from '#features/conversations/messages/server/routes.ts'
import type { IncomingEmailSettings } from '#features/conversations/server/public.ts'
import { deliverableRoutes } from '#features/deliverables/server/routes.ts'
import { emailRoutes, unsubscribeLinkRoute, unsubscribeRoute } from '#features/emails/server/routes.ts'
import { guideRoutes } from '#features/marketing/guides/server/routes.ts'
import { samplePdfRoutes, sampleRoutes } from '#features/marketing/samples/server/routes.ts'
import { storyRoutes } from '#features/marketing/stories/server/routes.ts'
import { retireStarterNotifications } from '#features/notifications/server/public.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { type PaymentProvider, toKeyKind } from '#features/payments/server/public.ts'
import { paymentRoutes } from '#features/payments/server/routes.ts'
import { stripeWebhook } from '#features/payments/webhooks/server/routes.ts'
import { portalRoutes } from '#features/portal/server/routes.ts'
import { countBuyers } from '#features/purchases/server/public.ts'
import { purchaseRoutes } from '#features/purchases/server/routes.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { guardRequests } from '#platform/server/http/request-guard.ts'
import { dataPolicy, securityHeaders } from '#platform/server/http/security-headers.ts'
import { makeServe, type Wiring } from '#platform/server/http/serve.ts'
import { makeServeEvents } from '#platform/server/http/serve-events.ts'
import { acceptUploads } from '#platform/server/http/uploads.ts'
import { healthRoutes } from '../monitoring/health-routes.ts'
import { policyReports } from '../page-server/policy-reports.ts'
import { createServer, notFound, type ServerSettings } from './create-server.ts'
import { emailPreviews } from './email-previews.ts'
import { describeApi, serveApiDocumentation } from './openapi.ts'
import { personalDataAreas } from './personal-data.ts'

export type AppSettings = ServerSettings & {
  /** Uses the business clock. */
  context: Omit<Context, 'log'>
  /** Serves queries whose result may be a few seconds old. */
  replica?: Db
  /** Real time, for sessions, links, rate limits and emails, which the sandbox's clock must not move. */
  realNow: () => Date
  provider: PaymentProvider
  /** True while database, migrations and jobs work, until shutdown begins. */
  isReady: () => Promise<boolean>
  /** True if a mail server sends emails; otherwise they are saved as files. */
  isSmtpConfigured?: boolean
  /** Receives replies to emails, if configured. */
  incomingEmail?: IncomingEmailSettings | undefined
  /** Required to read /metrics from another machine. */
  metricsToken?: string | undefined
}

/** Builds the API explicitly and in order, so that its wiring reads from top to bottom. */
export async function buildApp(settings: AppSettings): Promise<FastifyInstance> {
  const headers = {
    ...securityHeaders({ isSecure: isSecure(settings) }),
    'content-security-policy': dataPolicy,
    'cache-control': 'no-store',
  }
  const app = createServer(settings, headers)
  await describeApi(app)
  await app.register(async (api) => {
    api.addHook('onRequest', async (_, reply) => void reply.headers(headers))
    await acceptRequests(api, settings)
    const serveFunctions = createServeFunctions(api, settings)
    bindAreas(settings, serveFunctions)
    await bindForms(api, serveFunctions)
    bindOtherRoutes(api, settings, serveFunctions)
    api.all('/api/*', { schema: { hide: true } }, async (_, reply) => reply.code(404).send(notFound))
  })
  await app.register(async (operations) => {
    operations.addHook('onRequest', async (_, reply) => void reply.headers(headers))
    const { isReady, metrics, metricsToken } = settings
    const { findActor } = createActorLookup(settings)
    await serveApiDocumentation(operations, (request, token) => findActor(contextFor(settings)(request), token))
    healthRoutes(operations, { isReady, metrics, metricsToken })
  })
  return app
}

/**
 * Accepts JSON, and files for endpoints that take them. Text is refused, because a form on another site can send it
 * without a CORS preflight.
 */
async function acceptRequests(api: FastifyInstance, { context }: AppSettings): Promise<void> {
  api.removeContentTypeParser('text/plain')
  acceptUploads(api)
  await api.register(cookie)
  guardRequests(api, context.publicUrl)
}

type ServeFunctions = ReturnType<typeof createServeFunctions>

/** Endpoints differ in clock (business or real time), database (primary or replica) and response (single or stream). */
function createServeFunctions(api: FastifyInstance, settings: AppSettings) {
  const { context, replica = context.db, realNow, live } = settings
  const actorLookup = createActorLookup(settings)
  const businessContext = contextFor(settings)
  const realTimeContext = (request: FastifyRequest): Context => ({ ...businessContext(request), now: realNow })
  const replicaContext = (request: FastifyRequest): Context => ({ ...businessContext(request), db: replica })
  const findAccessEnd = (callContext: Context, token: string) =>
    findAccessExpiry({ ...callContext, now: realNow }, token)
  return {
    businessContext,
    realTimeContext,
    serve: makeServe({ app: api, contextFor: businessContext, ...actorLookup }),
    serveInRealTime: makeServe({ app: api, contextFor: realTimeContext, ...actorLookup }),
    serveFromReplica: makeServe({ app: api, contextFor: replicaContext, ...actorLookup }),
    serveEvents: makeServeEvents({
      app: api,
      contextFor: businessContext,
      ...actorLookup,
      live,
      findAccessEnd,
      realNow,
    }),
    serveForms: (forms: FastifyInstance) => makeServe({ app: forms, contextFor: realTimeContext, ...actorLookup }),
  }
}

function contextFor({ context }: AppSettings) {
  return (request: FastifyRequest): Context => ({ ...context, log: request.log })
}

/** Never reads the replica, because a session revoked a moment ago may still be valid there. */
function createActorLookup({ context: { db }, realNow }: AppSettings): Pick<Wiring, 'findActor' | 'findMissingProof'> {
  return {
    findActor: (callContext, token) => findActor({ ...callContext, db, now: realNow }, token),
    findMissingProof: (callContext, actor, needed) =>
      findMissingProof({ ...callContext, db, now: realNow }, actor, needed),
  }
}

function bindAreas(
  settings: AppSettings,
  { serve, serveInRealTime, serveFromReplica, serveEvents }: ServeFunctions,
): void {
  const { context, provider, incomingEmail, isSmtpConfigured = false } = settings
  // In test mode everything is on sale, because no member waits for a consultant (PRODUCT D28).
  const findUnstaffed = provider.isLive ? findUnstaffedSessions : async () => []
  catalogueRoutes(serve, { countBuyers, findUnstaffed })
  companyRoutes(serve)
  accountRoutes(serveInRealTime, {
    isSecure: isSecure(settings),
    personalData: personalDataAreas(provider, context.now),
    onProfileCompleted: (tx, callContext, memberId) =>
      retireStarterNotifications(tx, callContext, memberId, ['complete-profile']),
  })
  contactRoutes(serveInRealTime, serve)
  consultantRoutes(serve)
  storyRoutes(serve)
  guideRoutes(serve)
  sampleRoutes(serve)
  purchaseRoutes(serve, provider.mode)
  paymentRoutes(serve, provider, findUnstaffed)
  notificationRoutes(serve, serveEvents)
  messageRoutes(serveInRealTime, serveEvents, incomingEmail)
  emailRoutes(serveInRealTime, emailPreviews)
  bookingRoutes(serve)
  deliverableRoutes(serve)
  portalRoutes(serve)
  backOfficeRoutes(serve, {
    serveInRealTime,
    serveFromReplica,
    paymentMode: provider.mode,
    keys: toKeyKind(provider),
    isSmtpConfigured,
  })
}

/** Forms get a separate scope, because all other routes refuse them. */
async function bindForms(api: FastifyInstance, { serveForms }: ServeFunctions): Promise<void> {
  await api.register(async (forms) => {
    acceptForms(forms)
    unsubscribeRoute(serveForms(forms))
  })
}

/** Routes for other programs and for requests that browsers make themselves, outside the API contract. */
function bindOtherRoutes(
  api: FastifyInstance,
  settings: AppSettings,
  { businessContext, realTimeContext }: ServeFunctions,
): void {
  const { context, provider, incomingEmail, metrics } = settings
  stripeWebhook(api, businessContext, provider)
  incomingEmailRoute(api, realTimeContext, incomingEmail)
  policyReports(api, context.limits, metrics?.countPolicyViolation)
  consultantPictureRoute(api, businessContext)
  samplePdfRoutes(api, businessContext)
  unsubscribeLinkRoute(api)
  calendarFeedRoute(api, businessContext)
}

/**
 * Mail programs send a form to unsubscribe (RFC 8058). Its body is discarded, because the URL contains everything
 * needed.
 */
function acceptForms(app: FastifyInstance): void {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(forms, { parseAs: 'buffer', bodyLimit: 4_096 }, (_, __, done) => done(null, undefined))
}

function isSecure({ context }: AppSettings): boolean {
  return context.publicUrl.startsWith('https:')
}
