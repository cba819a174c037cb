import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { tellOfWaitingJob } from '#features/conversations/server/public.ts'
import { planItemsJob } from '#features/deliverables/server/public.ts'
import { openStripe } from '#features/payments/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { openFiles } from '#platform/server/files/open-files.ts'
import { openJobs } from '#platform/server/jobs.ts'
import { openLimits } from '#platform/server/limits.ts'
import { openLive } from '#platform/server/live/open-live.ts'
import type { Log } from '#platform/server/log.ts'
import { fileTransport } from '#platform/server/mail/mail-transport.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { buildApp } from '../build-app.ts'
import type { Config } from '../config.ts'
import { jobHandlers, jobs, jobsOfTheClock } from '../job-handlers.ts'
import { openData } from '../open-data.ts'
import { openSandbox } from '../sandbox-provider.ts'
import { seedDatabase } from '../seed-database.ts'
import { refuseMembers } from './refuse-demo.ts'

/** The product itself, without pages, at a time that is moved on from scene to scene. */
export type Stage = {
  app: FastifyInstance
  context: Context
  /** Pays, or sets a card up, as the provider's script in the browser does. @param card a token of the sandbox */
  confirmCard: (clientSecret: string, card: string) => Promise<{ id: string }>
  /** Moves the time on to so many minutes before the present, and does all that is due by then. */
  goTo: (minutesAgo: number) => Promise<void>
  /** Lets everything happen that is under way: webhooks, jobs, letters. */
  settle: () => Promise<void>
  /** Every letter that was sent. */
  letters: Mail[]
  close: () => Promise<void>
}

/** @param beginsMinutesAgo when the first scene plays */
export async function openStage(config: Config, log: Log, { beginsMinutesAgo }: { beginsMinutesAgo: number }) {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return { ...(await open(config, log, beginsMinutesAgo, (closer) => closers.push(closer))), close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

type OnClose = (closer: () => Promise<void>) => void

async function open(
  config: Config,
  log: Log,
  beginsMinutesAgo: number,
  onClose: OnClose,
): Promise<Omit<Stage, 'close'>> {
  const database = await openData(config)
  onClose(database.close)
  await refuseMembers(database, config)
  const sandbox = await openSandbox(config, { beginsMinutesAgo })
  const control = sandbox?.control
  if (!sandbox || !control) throw new Error('The demo has no sandbox of its own')
  onClose(sandbox.close)
  const runner = await openJobs(database, jobs, log)
  onClose(runner.stop)
  const live = await openLive(database, log)
  onClose(live.close)

  const { publicUrl } = config
  const now = control.clock
  const files = openFiles(config.files, { log })
  const context: Context = {
    db: database.db,
    jobs: runner,
    limits: openLimits(database.db),
    files,
    now,
    publicUrl,
    log,
  }
  await seedDatabase(context)
  const provider = openStripe({ ...sandbox.keys, sandbox, log })
  const isReady = async () => true
  const app = await buildApp({ context, realNow: now, provider, live, isReady, log: { level: 'silent' } })
  await app.listen({ host: config.host, port: config.port })
  onClose(() => app.close())

  const letters: Mail[] = []
  const handlers = jobHandlers({ context, realNow: now, provider, mail: keepLetters(config, letters) })
  const settle = async () => {
    await control.idle()
    await runner.drain(handlers)
  }
  let minutesLeft = beginsMinutesAgo
  return {
    app,
    context,
    letters,
    settle,
    confirmCard: (clientSecret, card) => confirmCard(sandbox, clientSecret, card),
    async goTo(minutesAgo) {
      if (minutesAgo >= minutesLeft) return
      control.advanceClock({ minutes: minutesLeft - minutesAgo })
      minutesLeft = minutesAgo
      for (const job of [...jobsOfTheClock, planItemsJob, tellOfWaitingJob]) await runner.send(database.db, job, {})
      await settle()
    },
  }
}

/** To the outbox, whatever mail server is configured: nobody has these mailboxes. */
function keepLetters({ dataDirectory, publicUrl }: Config, letters: Mail[]) {
  const { hostname } = new URL(publicUrl)
  const outbox = fileTransport(join(dataDirectory, 'outbox'), 'FutureWorld <hello@futureworld.example>', hostname)
  return {
    async send(mail: Mail, deliveryId: string) {
      letters.push(mail)
      await outbox.send(mail, deliveryId)
    },
  }
}

type Known = { url: string; keys: { publishableKey: string } }

async function confirmCard({ url, keys }: Known, clientSecret: string, card: string) {
  const ask = async (path: string, values: Record<string, string>) => {
    const body = new URLSearchParams({ key: keys.publishableKey, ...values })
    const response = await fetch(`${url}/v1/${path}`, { method: 'POST', body })
    return (await response.json()) as { id: string }
  }
  const [intent = ''] = clientSecret.split('_secret')
  const resource = intent.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const method = await ask('payment_methods', { type: 'card', 'card[token]': card })
  return ask(`${resource}/${intent}/confirm`, { payment_method: method.id, client_secret: clientSecret })
}
