import { join } from 'node:path'
import { type Log, openLog } from '#platform/server/log.ts'
import { type Config, readConfig, settingNames } from './config.ts'
import type { Demo } from './demo/fill-with-demo.ts'
import { findMistypedSettings } from './find-mistyped-settings.ts'
import { openSite, type Site } from './open-site.ts'

type Start = {
  environment: NodeJS.ProcessEnv
  /** Pages from the sources instead of a build. */
  isDevelopment: boolean
  /** The build was made just now. */
  isNew: boolean
}

/** Serves until a signal ends it. @throws StartRefused where it cannot */
export async function runSite({ environment, isDevelopment, isNew }: Start): Promise<void> {
  const config = readConfig(environment)
  const log = openLog(config.logLevel)
  for (const mistyped of findMistypedSettings(Object.keys(environment), settingNames))
    log.warn(mistyped, 'a setting has a name that the site does not know, and was not read')
  if (isNew) log.info('the web pages were built')
  const demo = process.argv.includes('--demo') ? await fillWithDemo(config, log) : undefined
  const site = await openSite(config, log, isDevelopment)
  stopOnSignal(site, log)
  process.stdout.write(welcome(config, site, demo))
}

/** Loaded only where it is asked for: a site without the demo knows nobody made up. */
async function fillWithDemo(config: Config, log: Log): Promise<Demo> {
  log.info('the demo is being played: this takes about a minute')
  const demo = await import('./demo/fill-with-demo.ts')
  return demo.fillWithDemo(config, log)
}

/** npm passes Ctrl-C on to a process that the terminal has told already: only a later one is somebody's impatience. */
const IMPATIENCE_MILLISECONDS = 1_000

function stopOnSignal(site: Site, log: Log) {
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

function welcome(config: Config, { administrator }: Site, demo: Demo | undefined): string {
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
    ...(demo ? describeDemo(demo) : []),
  ]
  return `\n${lines.join('\n')}\n\n`
}

function describeDemo({ administrator, consultants, members }: Demo): string[] {
  return [
    '',
    'The demo is played. Its people are made up, and their passwords are shown only this once:',
    `  Administrator  ${administrator.email}  password ${administrator.password}`,
    `  Consultants    ${consultants.emails.join(', ')}  password ${consultants.password}`,
    `  Members        password ${members.password}`,
    ...members.people.map(({ email, shows }) => `    ${email.padEnd(32)} ${shows}`),
  ]
}
