import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { catchUp } from './clock/catch-up.ts'
import { createControl, type SandboxControl } from './control/control.ts'
import { readBrowserFiles } from './http/browser-files.ts'
import { Exchanges } from './http/exchanges.ts'
import { Faults } from './http/faults.ts'
import { handleRequest } from './http/handle-request.ts'
import { IdempotentCalls } from './http/idempotent-calls.ts'
import { createProvider } from './provider.ts'
import { inTransaction, openDatabase } from './storage/open-database.ts'
import { EventDelivery } from './webhooks/deliver-events.ts'
import { DeliveryQueue } from './webhooks/delivery-queue.ts'
import { Disturbances } from './webhooks/disturbances.ts'
import type { WebhookTarget } from './webhooks/post-event.ts'
import type { BillingRules } from './wire/operation.ts'

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number
  host?: string
  /** Where browsers reach the sandbox, when that is not where it listens. */
  publicUrl?: string
  /** `:memory:` keeps nothing. */
  dataFile: string
  /** Of an empty data file: its time begins so long ago, and can be moved on until now. Any other is refused. */
  beginsMinutesAgo?: number
  secretKey: string
  publishableKey: string
  /** Otherwise a renewal is tried again after 3, 5 and 7 days, and then the subscription is canceled. */
  billing?: Partial<BillingRules>
  webhook?: WebhookTarget & {
    /** Milliseconds before each further attempt. */
    retryDelays?: readonly number[]
  }
}

export interface Sandbox extends SandboxControl {
  /** Where it listens. */
  url: string
  /** Where browsers reach it: the same, unless the options say otherwise. */
  publicUrl: string
  /** Takes less than two seconds; events that are not confirmed yet stay in the queue. */
  close(): Promise<void>
}

const CLOSING_MILLISECONDS = 1000

const usualBilling: BillingRules = { retryDays: [3, 5, 7], afterLastAttempt: 'cancel' }

/** How often the sandbox looks by itself what has fallen due. */
const LOOKING_MILLISECONDS = 60_000
/** How often the sandbox looks for refunds that the bank has thought about long enough. */
const REFUND_CHECK_MILLISECONDS = 5000

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const browserFiles = await readBrowserFiles()
  const server = createServer()
  // The port comes first: with a busy port nothing of the data file is touched.
  const url = await listen(server, options)
  const publicUrl = (options.publicUrl ?? url).replace(/\/$/, '')
  try {
    const parts = assemble(options, publicUrl)
    const { control, delivery, closing, database, provider } = parts
    server.on('request', (request, response) => handleRequest({ ...parts, browserFiles }, request, response))
    catchUp(provider)
    const looking = setInterval(() => catchUp(provider), LOOKING_MILLISECONDS).unref()
    delivery.wake()
    const refundCheck = setInterval(control.settleDueRefunds, REFUND_CHECK_MILLISECONDS)
    return {
      ...control,
      url,
      publicUrl,
      async close() {
        clearInterval(looking)
        closing.abort()
        delivery.stop()
        clearInterval(refundCheck)
        await closeServer(server)
        if (database.isOpen) database.close()
      },
    }
  } catch (error) {
    server.close()
    throw error
  }
}

function assemble(options: SandboxOptions, publicUrl: string) {
  const { webhook, secretKey, publishableKey } = options
  const database = openDatabase(options.dataFile)
  const queue = new DeliveryQueue(database)
  const disturbances = new Disturbances()
  const faults = new Faults()
  const exchanges = new Exchanges()
  const closing = new AbortController()

  const provider = createProvider({
    database,
    publicUrl,
    billing: { ...usualBilling, ...options.billing },
    hasWebhook: webhook !== undefined,
    beginsMinutesAgo: options.beginsMinutesAgo ?? 0,
    queueDelivery: (event) => queue.add({ event: event.id, type: event.type, ...disturbances.stateFor(event.type) }),
    afterCommit: () => delivery.wake(),
  })
  const delivery = new EventDelivery({
    queue,
    objects: provider.objects,
    disturbances,
    target: webhook,
    delays: webhook?.retryDelays,
    inTransaction: (work) => inTransaction(database, work),
  })
  const control = createControl({ provider, faults, exchanges, disturbances, delivery, queue })
  return {
    provider,
    database,
    delivery,
    control,
    closing,
    api: {
      keys: { secretKey, publishableKey },
      provider,
      idempotentCalls: new IdempotentCalls(provider.answers),
      faults,
      exchanges,
      closing: closing.signal,
    },
  }
}

/** Rejects with the system's own error, for instance `EADDRINUSE`. */
async function listen(server: Server, { port, host = '127.0.0.1' }: SandboxOptions): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${taken}`
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const impatience = setTimeout(() => server.closeAllConnections(), CLOSING_MILLISECONDS)
  await closed
  clearTimeout(impatience)
}
