import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createFirstAdministrator } from '#features/accounts/server/public.ts'
import { readContentVersion } from '#features/marketing/server/public.ts'
import {
  listSaleBlockers,
  reconcilePaymentsQueue,
  reconcileSubscriptionsQueue,
} from '#features/payments/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { resetInterruptedAttempts } from '#platform/server/email/delivery-store.ts'
import { fileTransport, smtpTransport } from '#platform/server/email/transport.ts'
import { errorCode } from '#platform/server/error-code.ts'
import { requireFolder } from '#platform/server/files/folder-storage.ts'
import { requeueInterruptedJobs } from '#platform/server/jobs/queue-store.ts'
import { openLiveUpdates } from '#platform/server/live/live-updates.ts'
import { type Log, toOutput } from '#platform/server/log.ts'
import { StartRefused } from '#platform/server/operator-errors.ts'
import { type BackupRequest, createBackup } from '../backup/create-backup.ts'
import { type Config, listenError } from '../config/config.ts'
import type { Tracing, TracingSettings } from '../monitoring/export-traces.ts'
import { openMetrics } from '../monitoring/metrics.ts'
import { runOperatorCommand } from '../operator/commands.ts'
import { openControlSocket } from '../operator/control-socket.ts'
import { needsRunningSite } from '../operator/run-command.ts'
import { sandboxOrigins, stripeOrigins } from '../page-server/content-security-policy.ts'
import { refreshPageCache } from '../page-server/page-cache.ts'
import { listGuidePages } from '../page-server/public-pages.ts'
import { servePages } from '../page-server/serve-pages.ts'
import { siteFiles } from '../page-server/site-files.ts'
import { callInProcess, loadWebBundle, submitInProcess } from '../page-server/web-bundle.ts'
import { buildApp } from './build-app.ts'
import { readDataKeys, requireKnownKeys } from './data-keys.ts'
import { openSiteDatabase } from './database.ts'
import { jobHandlers, jobs, jobsByBusinessClock } from './jobs.ts'
import { openContext } from './open-context.ts'
import { openPaymentProvider } from './payment-provider.ts'

export type Site = Awaited<ReturnType<typeof openSite>>

/** A proxy checks /readyz every second or two (docs/operations) and sends requests until a check fails. */
const PROXY_DRAIN_MS = 3_000

/** In development the page server listens on the configured address, in front of this process. */
const developmentAddress = { host: '127.0.0.1', port: 0 }

const realNow = () => new Date()

/** Opens all services in order of dependency and closes them in reverse. @param isDevelopment serves no pages */
export async function openSite(config: Config, log: Log, isDevelopment = false) {
  const resources = new AsyncDisposableStack()
  const close = () => resources.disposeAsync()
  try {
    return { ...(await openServices({ config, log, isDevelopment, resources })), close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

type SiteOptions = { config: Config; log: Log; isDevelopment: boolean; resources: AsyncDisposableStack }

async function openServices(options: SiteOptions) {
  const { config, log, resources } = options
  const tracing = await openTracing(config.tracing)
  if (tracing) resources.defer(tracing.close)
  const foundations = await openFoundations(options)
  const { context, payments } = foundations
  if (payments.provider.isLive) await warnOfMissingSettings(context)
  const { address, pageMemory: pageCache } = await startServer(options, foundations, tracing)
  await startJobs(options, foundations)
  // Undefined if an administrator exists. Created last, because after a failed start nobody would have seen the
  // password.
  const administrator = await createFirstAdministrator({ ...context, now: realNow }, config.firstAdministrator)
  // With a database server, commands connect directly. Embedded resources are reachable only through this process.
  if (needsRunningSite(config)) resources.defer(await openCommands(options, foundations))
  resources.defer(context.jobs.stopFetching)
  // Registered last and therefore closed first, because a page that is being rendered calls the API.
  if (pageCache) resources.defer(refreshPageCache(pageCache, log, releaseMemory))
  return { administrator, address }
}

/** Loads the tracing packages only if tracing is configured. @throws StartRefused if they are not installed */
async function openTracing(settings: TracingSettings | undefined): Promise<Tracing | undefined> {
  if (!settings) return undefined
  const { exportTraces } = await import('../monitoring/export-traces.ts').catch((error: unknown) => {
    throw errorCode(error) === 'ERR_MODULE_NOT_FOUND' ? packagesMissing() : error
  })
  return exportTraces(settings)
}

function packagesMissing() {
  return new StartRefused(
    'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the OpenTelemetry packages aren’t installed. See docs/operations/monitoring.md for the command.',
  )
}

type Foundations = Awaited<ReturnType<typeof openFoundations>>

/** Opens the services that pages, API and jobs share. */
async function openFoundations({ config, log, resources }: SiteOptions) {
  const database = await openSiteDatabase(config)
  resources.defer(database.close)
  logReplica(database, log)
  // Opened before the jobs and therefore closed after them, because a running job may still call the provider.
  const payments = await openPaymentProvider(config, log)
  resources.defer(payments.close)
  await requireFolder(config.files.place)
  await requireKnownKeys(database.db, readDataKeys(config))
  const { now } = payments.clock
  const context = await openContext(resources, config, log, {
    database,
    now,
    onFileFailure: (operation) => metrics.countFileFailure(operation),
  })
  const live = await openLiveUpdates(database, log)
  resources.defer(live.close)
  const queues = jobs.map(({ name }) => name)
  const metrics = openMetrics({ database, live, queues, paymentMode: payments.provider.mode, now, log })
  return { database, payments, live, metrics, context }
}

/** Serves the API, files and, except in development, pages. */
async function startServer(options: SiteOptions, foundations: Foundations, tracing: Tracing | undefined) {
  const { config, isDevelopment, resources } = options
  const { database, payments, live, metrics, context } = foundations
  let isStopping = false
  const app = await buildApp({
    context,
    replica: database.replica,
    realNow,
    provider: payments.provider,
    live,
    isReady: async () => !isStopping && (await database.pool.query('select 1')).rowCount === 1,
    log: { level: config.logLevel, stream: toOutput(1) },
    trustProxy: config.trustProxy,
    isSmtpConfigured: config.smtpUrl !== undefined,
    incomingEmail: config.incomingEmail,
    metrics,
    metricsToken: config.metricsToken,
    tracing,
  })
  const pages = { call: callInProcess(app), submit: submitInProcess(app), publicUrl: config.publicUrl }
  siteFiles(app, pages)
  const pageCache = isDevelopment
    ? undefined
    : await servePages({
        app,
        renderPage: await loadWebBundle(pages),
        publicUrl: config.publicUrl,
        readEdition: () => readContentVersion(context),
        listContentPaths: async () => (await listGuidePages(pages.call)).map(({ path }) => path),
        onCacheHit: metrics.countCachedPage,
        providerOrigins: payments.sandbox ? sandboxOrigins(payments.sandbox.publicUrl) : stripeOrigins,
      })
  const { host, port } = isDevelopment ? developmentAddress : config
  const address = await app.listen({ host, port }).catch((error: unknown) => {
    throw listenError(config, error)
  })
  resources.defer(async () => {
    isStopping = true
    // Wait before closing the server, because pages need its API until the proxy stops sending requests.
    if (config.trustProxy !== undefined) await setTimeout(PROXY_DRAIN_MS)
    await app.close()
  })
  return { address, pageMemory: pageCache }
}

async function startJobs({ config }: SiteOptions, { database, payments, metrics, context }: Foundations) {
  const handlers = jobHandlers({
    ...context,
    realNow,
    slowQueries: database.slowQueries,
    provider: payments.provider,
    mail: emailTransport(config),
    onEventHandled: metrics.recordEventLag,
  })
  if (database.kind === 'embedded') await resetInterruptedWork(database)
  await context.jobs.work(handlers, metrics.countJob)
  await context.jobs.send(database.db, reconcilePaymentsQueue, { isAtStart: true })
  await context.jobs.send(database.db, reconcileSubscriptionsQueue, {})
  payments.clock.onMove(() => sendDueJobs(context))
}

type SiteDatabase = Awaited<ReturnType<typeof openSiteDatabase>>

function logReplica({ replicaServer }: SiteDatabase, log: Log) {
  replicaServer?.onChange((problem) => {
    if (problem === undefined) log.info('reads use the replica again')
    else log.warn({ problem }, 'the replica is unusable: reads use the primary')
  })
}

/** Only one process can open the embedded database, so any job marked as running was left by a killed process. */
async function resetInterruptedWork({ db }: SiteDatabase) {
  await Promise.all([requeueInterruptedJobs(db), resetInterruptedAttempts(db)])
}

function sendDueJobs({ db, jobs, log }: Context) {
  const sends = Promise.all(jobsByBusinessClock.map((job) => jobs.send(db, job, {})))
  sends.catch((error: unknown) => log.warn({ error: String(error) }, 'due jobs could not be queued'))
}

function openCommands({ config, log }: SiteOptions, { database, payments: { provider, clock }, context }: Foundations) {
  const run = runOperatorCommand.bind(undefined, {
    ...context,
    now: realNow,
    openPayments: async () => ({ provider, now: clock.now }),
    makeBackup: (request: BackupRequest) => createBackup({ database, config, now: realNow, log }, request),
    paymentMode: provider.mode,
  })
  return openControlSocket({ directory: config.dataDirectory, run, log })
}

/** PRODUCT D20 forbids sales with live keys until the company details are complete. */
async function warnOfMissingSettings(context: Context) {
  const missing = await listSaleBlockers(context)
  if (missing.length === 0) return
  context.log.warn({ missing }, 'live keys are set, but nothing can be sold until the owner completes these settings')
}

function emailTransport({ smtpUrl, emailFrom, publicUrl, dataDirectory }: Config) {
  const { hostname } = new URL(publicUrl)
  const from = emailFrom ?? 'FutureWorld Consultancy <hello@futureworld.example>'
  return smtpUrl ? smtpTransport(smtpUrl, from, hostname) : fileTransport(join(dataDirectory, 'outbox'), from, hostname)
}

/**
 * Returns the memory used during the start to the system, because V8 would keep it. Requests pause once for a quarter
 * of a second. Does nothing without `--expose-gc`.
 */
function releaseMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  // The function comes from a separate V8 context, which uses memory as long as anything refers to it.
  globalThis.gc = undefined
}
