import { join } from 'node:path'
import { createFirstAdministrator } from '#features/accounts/server/public.ts'
import { readEdition } from '#features/marketing/server/public.ts'
import { openStripe, reconcilePaymentsJob } from '#features/payments/server/public.ts'
import { openJobs } from '#platform/server/jobs.ts'
import { openLimits } from '#platform/server/limits.ts'
import type { Log } from '#platform/server/log.ts'
import { fileTransport, smtpTransport } from '#platform/server/mail/mail-transport.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import { buildApp } from './build-app.ts'
import { callInProcess } from './call-in-process.ts'
import type { Config } from './config.ts'
import { openControlSocket } from './control-socket.ts'
import { developPages } from './develop-pages.ts'
import { jobHandlers, jobs } from './job-handlers.ts'
import { loadWebBundle } from './load-web-bundle.ts'
import { openData } from './open-data.ts'
import { runOperatorCommand } from './operator-commands.ts'
import { sandboxOrigins, stripeOrigins } from './page-policy.ts'
import { keepPagesNew } from './renew-pages.ts'
import { openSandbox } from './sandbox-provider.ts'
import { seedDatabase } from './seed-database.ts'
import { servePages } from './serve-pages.ts'
import { siteFiles } from './site-files.ts'

export type Site = {
  /** The first administrator's login, where one was made just now. */
  administrator: { email: string; password: string } | undefined
  close: () => Promise<void>
}

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
  const database = await openData(config)
  onClose(database.close)
  // Before the jobs, so that it is closed after them: a job in progress may still ask it.
  const sandbox = await openSandbox(config)
  if (sandbox) onClose(sandbox.close)
  const jobRunner = await openJobs(database, jobs, log)
  onClose(jobRunner.stop)
  const { db } = database
  const limits = openLimits(database.db)
  const context = { db, jobs: jobRunner, limits, now: () => new Date(), publicUrl: config.publicUrl }
  await seedDatabase({ ...context, log })

  const keys = sandbox?.keys ?? (config.payments.mode === 'stripe' ? config.payments.keys : undefined)
  if (!keys) throw new Error('Neither a sandbox nor keys of the payment provider')
  const provider = openStripe({ ...keys, sandbox, log })

  const app = await buildApp({
    context,
    provider,
    isReady: async () => (await database.pool.query('select 1')).rowCount === 1,
    log: { level: config.logLevel },
    trustProxy: config.trustProxy,
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
        providerOrigins: sandbox ? sandboxOrigins(sandbox.publicUrl) : stripeOrigins,
      })
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw isPortInUse(error) ? portInUse(config.port) : cannotListen(config, error)
  })
  onClose(() => app.close())

  await jobRunner.work(jobHandlers({ ...context, log }, provider, mailTransport(config)))
  await jobRunner.send(db, reconcilePaymentsJob, { isAtStart: true })
  // Last: a start that fails before this leaves no administrator whose password nobody was shown.
  const administrator = await createFirstAdministrator({ ...context, log }, config.firstAdministrator)
  // A server takes commands from anybody with its address; the embedded database only through its one process.
  if (database.kind === 'embedded') {
    const run = runOperatorCommand.bind(undefined, { ...context, log, paymentMode: provider.mode })
    onClose(await openControlSocket({ directory: config.dataDirectory, run, log }))
  }
  // Ended first: a page that is being rendered asks the API.
  if (pageMemory) onClose(keepPagesNew(pageMemory, log))
  return administrator
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
