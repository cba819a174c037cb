import { join } from 'node:path'
import { type Config, readConfig } from '#app/config/config.ts'
import { findMisspelledSettings, settingNames } from '#app/config/environment.ts'
import { openSite, type Site } from '#app/server/open-site.ts'
import type { Demo } from '#demo/seed-demo.ts'
import { type Log, openLog } from '#platform/server/log.ts'
import type { Ready } from './rerun-site.ts'

type StartOptions = {
  environment: NodeJS.ProcessEnv
  /** The parent process serves the pages. */
  isDevelopment: boolean
  /** True if this start built the site. */
  wasBuilt: boolean
  /** Fills an empty site with demo data first. */
  isDemo: boolean
}

/** Serves the site until a signal ends it. @throws StartRefused if it cannot start */
export async function runSite({ environment, isDevelopment, wasBuilt, isDemo }: StartOptions): Promise<void> {
  const config = readConfig(environment)
  const log = openLog(config.logLevel)
  for (const misspelled of findMisspelledSettings(Object.keys(environment), settingNames))
    log.warn(misspelled, 'an unknown setting was ignored')
  if (wasBuilt) log.info('the web pages were built')
  const demo = isDemo ? await loadAndSeedDemo(config, log) : undefined
  const site = await openSite(config, log, isDevelopment)
  stopOnSignal(site, log)
  const text = welcomeMessage(config, site, demo)
  if (isDevelopment) process.send?.({ address: site.address, welcome: text } satisfies Ready)
  else process.stdout.write(text)
}

/** Loaded only on request, so that a normal site never loads demo data. */
async function loadAndSeedDemo(config: Config, log: Log): Promise<Demo> {
  log.info('the demo data is being created: this takes about a minute')
  const demo = await import('#demo/seed-demo.ts')
  return demo.seedDemo(config, log)
}

/** npm forwards a Ctrl-C that the terminal has already sent, so only a later signal is a second key press. */
const SECOND_SIGNAL_MS = 1_000

function stopOnSignal(site: Site, log: Log) {
  let stoppingSince: number | undefined
  const stop = async (signal: string) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SECOND_SIGNAL_MS) process.exit(1)
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

function welcomeMessage(config: Config, { administrator }: Site, demo: Demo | undefined): string {
  // Operators already know a password that they chose themselves, and it does not belong in a log.
  const password = config.firstAdministrator.password ? 'from ADMIN_PASSWORD' : administrator?.password
  const lines = [
    `FutureWorld is ready: ${config.publicUrl}`,
    config.payments.mode === 'sandbox'
      ? 'Payments: test mode. No card is charged. Pay with card 4242 4242 4242 4242, any future date and any CVC.'
      : 'Payments: live.',
    config.smtpUrl
      ? 'Emails: sent by the mail server.'
      : `Emails: saved as files in ${join(config.dataDirectory, 'outbox')}`,
    `Data: ${config.databaseUrl ? 'PostgreSQL' : config.dataDirectory}`,
    ...(administrator
      ? [`First administrator (won’t be shown again): ${administrator.email}, password ${password}`]
      : []),
    ...(demo ? describeDemo(demo) : []),
  ]
  return `\n${lines.join('\n')}\n\n`
}

function describeDemo({ administrator, consultants, members }: Demo): string[] {
  return [
    '',
    'The demo is ready. Its people are fictional. Their passwords won’t be shown again:',
    `  Administrator  ${administrator.email}  password ${administrator.password}`,
    `  Consultants    ${consultants.emails.join(', ')}  password ${consultants.password}`,
    `  Members        password ${members.password}`,
    ...members.people.map(({ email, shows }) => `    ${email.padEnd(32)} ${shows}`),
  ]
}
