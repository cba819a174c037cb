import { join } from 'node:path'
import { type Config, isLoopback } from '#app/config/config.ts'
import { buildApp } from '#app/server/build-app.ts'
import { openSiteDatabase } from '#app/server/database.ts'
import { jobHandlers, jobsByBusinessClock } from '#app/server/jobs.ts'
import { openContext } from '#app/server/open-context.ts'
import { openSandbox } from '#app/server/payment-provider.ts'
import { notifyWaitingQueue } from '#features/conversations/server/public.ts'
import { createDeliverablesQueue } from '#features/deliverables/server/public.ts'
import { openStripeGateway } from '#features/payments/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Email } from '#platform/server/email/email.ts'
import { fileTransport } from '#platform/server/email/transport.ts'
import { openLiveUpdates } from '#platform/server/live/live-updates.ts'
import type { Log } from '#platform/server/log.ts'
import { StartRefused } from '#platform/server/operator-errors.ts'

/** The site without pages, at a simulated time that moves from step to step. */
export type DemoSite = Awaited<ReturnType<typeof openDemoSite>>

/** @param beginsMinutesAgo the time of the first step, in minutes before now */
export async function openDemoSite(config: Config, log: Log, { beginsMinutesAgo }: { beginsMinutesAgo: number }) {
  const resources = new AsyncDisposableStack()
  const close = () => resources.disposeAsync()
  try {
    return { ...(await openServices(config, log, beginsMinutesAgo, resources)), close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

async function openServices(config: Config, log: Log, beginsMinutesAgo: number, resources: AsyncDisposableStack) {
  const database = await openSiteDatabase(config)
  resources.defer(database.close)
  await requireNoMembers(database, config)
  const sandbox = await openSandbox(config, { beginsMinutesAgo })
  const control = sandbox?.control
  if (!sandbox || !control) throw new Error('The demo has no embedded sandbox')
  resources.defer(sandbox.close)
  const now = control.clock
  const context = await openContext(resources, config, log, { database, now })
  const live = await openLiveUpdates(database, log)
  resources.defer(live.close)
  const provider = openStripeGateway({ ...sandbox.keys, sandbox, log })
  const isReady = async () => true
  const app = await buildApp({ context, realNow: now, provider, live, isReady, log: { level: 'silent' } })
  await app.listen({ host: config.host, port: config.port })
  resources.defer(() => app.close())

  const emails: Email[] = []
  const handlers = jobHandlers({ ...context, realNow: now, provider, mail: saveEmails(config, emails) })
  const settle = async () => {
    await control.idle()
    await context.jobs.drain(handlers)
  }
  let currentMinutesAgo = beginsMinutesAgo
  return {
    app,
    context,
    /** Every email sent so far. */
    emails,
    /** Waits for all pending webhooks, jobs and emails. */
    settle,
    /** Pays or saves a card as Stripe's script does in the browser. @param card one of the sandbox's tokens */
    confirmCard: (clientSecret: string, card: string) => confirmCard(sandbox, clientSecret, card),
    /** Moves the clock to this many minutes before now and runs everything due by then. */
    async goTo(minutesAgo: number) {
      if (minutesAgo >= currentMinutesAgo) return
      control.advanceClock({ minutes: currentMinutesAgo - minutesAgo })
      currentMinutesAgo = minutesAgo
      for (const queue of [...jobsByBusinessClock, createDeliverablesQueue, notifyWaitingQueue])
        await context.jobs.send(database.db, queue, {})
      await settle()
    },
  }
}

/** Writes emails to the outbox even if a mail server is configured, because the demo's mailboxes do not exist. */
function saveEmails({ dataDirectory, publicUrl }: Config, emails: Email[]) {
  const { hostname } = new URL(publicUrl)
  const outbox = fileTransport(join(dataDirectory, 'outbox'), 'FutureWorld <hello@futureworld.example>', hostname)
  return {
    async send(email: Email, deliveryId: string) {
      emails.push(email)
      await outbox.send(email, deliveryId)
    },
  }
}

type SandboxAccess = { url: string; keys: { publishableKey: string } }

async function confirmCard({ url, keys }: SandboxAccess, clientSecret: string, card: string) {
  const post = async (path: string, values: Record<string, string>) => {
    const body = new URLSearchParams({ key: keys.publishableKey, ...values })
    const response = await fetch(`${url}/v1/${path}`, { method: 'POST', body })
    // Some stories include a declined card.
    const isDeclined = response.status === 402
    if (!response.ok && !isDeclined) throw new Error(`The sandbox refused ${path}: ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  const [intent = ''] = clientSecret.split('_secret')
  const resource = intent.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const method = await post('payment_methods', { type: 'card', 'card[token]': card })
  return post(`${resource}/${intent}/confirm`, { payment_method: method.id, client_secret: clientSecret })
}

/** The demo runs only on this machine and with test money (PRODUCT D23). @throws StartRefused with instructions */
export function requireDemoAllowed({ publicUrl, payments }: Config): void {
  if (payments.mode === 'stripe') {
    throw new StartRefused(
      'The demo pays with test money, but payment provider keys are set. Start it without STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
    )
  }
  if ('url' in payments) {
    throw new StartRefused(
      'The demo needs its own sandbox so that it can move the clock, but SANDBOX_URL names another one. Start it without SANDBOX_URL.',
    )
  }
  if (isLoopback(publicUrl)) return
  throw new StartRefused(
    `The demo is for this machine alone, but PUBLIC_URL is ${publicUrl}. Start it without PUBLIC_URL, or start the site without --demo.`,
  )
}

/** @throws StartRefused if there are members or consultants, because demo people must not mix with real ones */
async function requireNoMembers({ db }: Pick<Context, 'db'>, { databaseUrl, dataDirectory }: Config) {
  const existingAccount = await db
    .selectFrom('account')
    .select('id')
    .where('role', 'in', ['member', 'consultant'])
    .limit(1)
    .executeTakeFirst()
  if (!existingAccount) return
  const instruction = databaseUrl ? 'DATABASE_URL to an empty database' : 'DATA_DIR to another directory'
  const location = databaseUrl ? 'The database in DATABASE_URL' : `The database in ${dataDirectory}`
  throw new StartRefused(
    `${location} already has members or consultants, and the demo needs an empty database. Set ${instruction}, or start without --demo.`,
  )
}
