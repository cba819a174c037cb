import { join } from 'node:path'
import { pino } from 'pino'
import { StartRefused } from '#platform/server/start-refused.ts'
import { buildWeb } from './build-web.ts'
import { type Config, readConfig } from './config.ts'
import { openSite, type Site } from './open-site.ts'

await start().catch((error: unknown) => {
  if (!(error instanceof StartRefused)) throw error
  process.stderr.write(`\n${error.message}\n\n`)
  process.exitCode = 1
})

async function start() {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  // `npm run dev`: pages from the sources instead of a build.
  const isDevelopment = process.argv.includes('--development')
  if (!isDevelopment && (await buildWeb())) log.info('the web pages were built')
  const site = await openSite(config, log, isDevelopment)
  stopOnSignal(site, log)
  process.stdout.write(welcome(config, site))
}

/** npm passes Ctrl-C on to a process that the terminal has told already: only a later one is somebody's impatience. */
const IMPATIENCE_MILLISECONDS = 1_000

function stopOnSignal(site: Site, log: pino.Logger) {
  let stoppingSince: number | undefined
  const stop = async (signal: string) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > IMPATIENCE_MILLISECONDS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    await site.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function welcome(config: Config, { administrator }: Site): string {
  // A password that the operator chose is no news to them, and does not belong in a log.
  const password = config.firstAdministrator.password ? 'of ADMIN_PASSWORD' : administrator?.password
  const lines = [
    `FutureWorld is ready: ${config.publicUrl}`,
    config.payments.mode === 'sandbox'
      ? 'Payments: test mode. Nothing is charged. Pay with the card 4242 4242 4242 4242, any future date and any CVC.'
      : 'Payments: the real provider.',
    config.smtpUrl ? 'Mail: sent by the mail server.' : `Mail: a file each in ${join(config.dataDirectory, 'outbox')}`,
    `Data: ${config.databaseUrl ? 'PostgreSQL' : config.dataDirectory}`,
    ...(administrator
      ? [`First administrator, shown only this once: ${administrator.email} with the password ${password}`]
      : []),
  ]
  return `\n${lines.join('\n')}\n\n`
}
