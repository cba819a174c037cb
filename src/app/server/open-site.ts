import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createFirstAdministrator } from '#features/accounts/server/public.ts'
import { readEdition } from '#features/marketing/server/public.ts'
import { listSaleObstacles, reconcilePaymentsJob, reconcileSubscriptionsJob } from '#features/payments/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { openFiles } from '#platform/server/files/open-files.ts'
import { requireFolder } from '#platform/server/files/require-folder.ts'
import { openJobs } from '#platform/server/jobs.ts'
import { openLimits } from '#platform/server/limits.ts'
import { openLive } from '#platform/server/live/open-live.ts'
import { type Log, toOutput } from '#platform/server/log.ts'
import { fileTransport, smtpTransport } from '#platform/server/mail/mail-transport.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import { buildApp } from './build-app.ts'
import { callInProcess } from './call-in-process.ts'
import { isOnlyWithinSite } from './carry-out-command.ts'
import type { Config } from './config.ts'
import { openControlSocket } from './control-socket.ts'
import { developPages } from './develop-pages.ts'
import { giveBackMemory } from './give-back-memory.ts'
import { jobHandlers, jobs, jobsOfTheClock } from './job-handlers.ts'
import { loadWebBundle } from './load-web-bundle.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { openData } from './open-data.ts'
import { openProvider } from './open-provider.ts'
import { runOperatorCommand } from './operator-commands.ts'
import { sandboxOrigins, stripeOrigins } from './page-policy.ts'
import { type BackupOrder, backUp } from './recovery/back-up.ts'
import { keepPagesNew } from './renew-pages.ts'
import { seedDatabase } from './seed-database.ts'
import { servePages } from './serve-pages.ts'
import { siteFiles } from './site-files.ts'
import { openTracing } from './tracing/open-tracing.ts'

export type Site = {
  /** The first administrator's login, where one was made just now. */
  administrator: { email: string; password: string } | undefined
  close: () => Promise<void>
}

/** A proxy asks /readyz every second or two (docs/operations): until it knows, it goes on sending. */
const PROXY_LEARNS_MS = 3_000

/** Everything that runs, in the order in which it depends on each other; closed in reverse. */
export async function openSite(config: Config, log: Log, isDevelopment = false): Promise<Site> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    const problems: unknown[] = []
    // One part that cannot be closed must not keep the database from being closed well.
    for (const closer of closers.splice(0).reverse()) await closer().catch((problem) => problems.push(problem))
    if (problems.length > 0) throw new AggregateError(problems, 'The site did not close well')
  }
  try {
    const administrator = await open(config, log, isDevelopment, (closer) => closers.push(closer))
    return { administrator, close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

async function open(config: Config, log: Log, isDevelopment: boolean, onClose: (closer: () => Promise<void>) => void) {
  const tracing = await openTracing(config.tracing)
  if (tracing) onClose(tracing.close)
  const database = await openData(config)
  onClose(database.close)
  database.replicaServer?.onChange((problem) => {
    if (problem === undefined) log.info('the replica is asked again')
    else log.warn({ problem }, 'the replica is not asked: the database answers in its place')
  })
  // Before the jobs, so that it is closed after them: a job in progress may still ask it.
  const { provider, sandbox, clock, close } = await openProvider(config, log)
  onClose(close)
  const jobRunner = await openJobs(database, jobs, log)
  onClose(jobRunner.stop)
  const live = await openLive(database, log)
  onClose(live.close)
  const { db } = database
  const limits = openLimits(database.db)
  const realNow = () => new Date()
  await requireFolder(config.files.place)
  const files = openFiles(config.files, { log, onFailure: (operation) => metrics.noteFileFailure(operation) })
  const context = { db, jobs: jobRunner, limits, files, now: clock.now, publicUrl: config.publicUrl }
  const inRealTime = { ...context, now: realNow }
  await seedDatabase({ ...context, log })

  if (provider.isLive) await warnOfMissingSettings({ ...context, log })
  let isStopping = false
  const queues = jobs.map(({ name }) => name)
  const metrics = openMetrics({ database, live, queues, paymentMode: provider.mode, now: clock.now, log })
  const app = await buildApp({
    context,
    replica: database.replica,
    realNow,
    provider,
    live,
    isReady: async () => !isStopping && (await database.pool.query('select 1')).rowCount === 1,
    log: { level: config.logLevel, stream: toOutput(1) },
    trustProxy: config.trustProxy,
    isMailSent: config.smtpUrl !== undefined,
    incomingMail: config.incomingMail,
    metrics,
    metricsToken: config.metricsToken,
    tracing,
  })
  const pages = { call: callInProcess(app), publicUrl: config.publicUrl }
  siteFiles(app, pages)
  const pageMemory = isDevelopment
    ? void (await developPages(app, pages))
    : await servePages({
        app,
        renderPage: await loadWebBundle(pages),
        publicUrl: config.publicUrl,
        readEdition: () => readEdition(context),
        onRemembered: metrics.notePageFromMemory,
        providerOrigins: sandbox ? sandboxOrigins(sandbox.publicUrl) : stripeOrigins,
      })
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw isPortInUse(error) ? portInUse(config.port) : cannotListen(config, error)
  })
  onClose(async () => {
    isStopping = true
    // Before the server closes: from then on no page is made any more, since pages ask the API by the server.
    if (config.trustProxy !== undefined) await setTimeout(PROXY_LEARNS_MS)
    await app.close()
  })

  const onEventHandled = metrics.noteEventHandled
  const handlers = jobHandlers({
    context: { ...context, log },
    realNow,
    patient: database.patient,
    provider,
    mail: mailTransport(config),
    onEventHandled,
  })
  await jobRunner.work(handlers, metrics.noteJob)
  await jobRunner.send(db, reconcilePaymentsJob, { isAtStart: true })
  await jobRunner.send(db, reconcileSubscriptionsJob, {})
  clock.onMove(() => {
    const sending = Promise.all(jobsOfTheClock.map((job) => jobRunner.send(db, job, {})))
    sending.catch((error: unknown) => log.warn({ error: String(error) }, 'what is due was not asked for'))
  })
  // Last: a start that fails before this leaves no administrator whose password nobody was shown.
  const administrator = await createFirstAdministrator({ ...inRealTime, log }, config.firstAdministrator)
  // A server takes commands from anybody with its address; what is embedded only through its one process.
  if (isOnlyWithinSite(config)) {
    const openPayments = async () => ({ provider, now: clock.now })
    const makeBackup = (order: BackupOrder) => backUp({ database, config, now: realNow, log }, order)
    const operating = { ...inRealTime, log, openPayments, makeBackup, paymentMode: provider.mode }
    const run = runOperatorCommand.bind(undefined, operating)
    onClose(await openControlSocket({ directory: config.dataDirectory, run, log }))
  }
  onClose(jobRunner.rest)
  // Ended first: a page that is being rendered asks the API.
  if (pageMemory) onClose(keepPagesNew(pageMemory, log, giveBackMemory))
  return administrator
}

/** PRODUCT D20: with live keys nothing is sold before the company has said who it is. */
async function warnOfMissingSettings(context: Context) {
  const missing = await listSaleObstacles(context)
  if (missing.length === 0) return
  context.log.warn(
    { missing },
    'live keys are set, but nothing can be sold before the owner has filled in these settings',
  )
}

function mailTransport({ smtpUrl, mailFrom, publicUrl, dataDirectory }: Config) {
  const { hostname } = new URL(publicUrl)
  const from = mailFrom ?? 'FutureWorld Consultancy <hello@futureworld.example>'
  return smtpUrl ? smtpTransport(smtpUrl, from, hostname) : fileTransport(join(dataDirectory, 'outbox'), from, hostname)
}

function isPortInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function portInUse(port: number) {
  return new StartRefused(`Port ${port} is in use by another program. Stop that one, or set PORT to a free port.`)
}

function cannotListen({ host, port }: Config, error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartRefused(`The site cannot listen on ${host}, port ${port} (${reason}). Set HOST and PORT.`)
}
