import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createControl, type SandboxControl } from './control/control.ts'
import { readBrowserFiles } from './http/browser-files.ts'
import { Exchanges } from './http/exchanges.ts'
import { Faults } from './http/faults.ts'
import { handleRequest } from './http/handle-request.ts'
import { IdempotentCalls } from './http/idempotent-calls.ts'
import { createProvider } from './provider.ts'
import { inTransaction, openDatabase } from './storage/open-database.ts'
import { EventDelivery, type WebhookTarget } from './webhooks/deliver-events.ts'
import { DeliveryQueue, Disturbances } from './webhooks/delivery-queue.ts'
import type { BillingRules } from './wire/operation.ts'

export interface SandboxOptions {
  /** 0 picks any free port. */
  port: number
  host?: string
  /** The address for browsers, if it differs from the one the sandbox listens on. */
  publicUrl?: string
  /** `:memory:` saves nothing. */
  dataFile: string
  /** Starts the clock of an empty data file this many minutes in the past; tests can then move it forwards. */
  beginsMinutesAgo?: number
  secretKey: string
  publishableKey: string
  /** Default: a renewal is retried after 3, 5 and 7 days, and then the subscription is cancelled. */
  billing?: Partial<BillingRules>
  webhook?: WebhookTarget & {
    /** Milliseconds before each further attempt. */
    retryDelays?: readonly number[]
  }
}

export interface Sandbox extends SandboxControl {
  /** The address that the sandbox listens on. */
  url: string
  /** The address for browsers; the same as `url` unless the option `publicUrl` is set. */
  publicUrl: string
  /** Takes less than two seconds. Unconfirmed events stay in the queue. */
  close(): Promise<void>
}

const CLOSING_MILLISECONDS = 1000

const defaultBilling: BillingRules = { retryDays: [3, 5, 7], afterLastAttempt: 'cancel' }

/** Interval between checks for due steps. */
const STEP_CHECK_MILLISECONDS = 60_000
/** Interval between checks for refunds that the bank decides by age. */
const REFUND_CHECK_MILLISECONDS = 5000

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const browserFiles = await readBrowserFiles()
  const server = createServer()
  // Listen first, so that a busy port leaves the data file untouched.
  const url = await listen(server, options)
  const publicUrl = (options.publicUrl ?? url).replace(/\/$/, '')
  try {
    const parts = assemble(options, publicUrl)
    const { control, delivery, closing, database, provider } = parts
    server.on('request', (request, response) => handleRequest({ ...parts, browserFiles }, request, response))
    provider.catchUp()
    const stepCheck = setInterval(provider.catchUp, STEP_CHECK_MILLISECONDS).unref()
    delivery.wake()
    const refundCheck = setInterval(control.settleDueRefunds, REFUND_CHECK_MILLISECONDS)
    return {
      ...control,
      url,
      publicUrl,
      async close() {
        clearInterval(stepCheck)
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
    billing: { ...defaultBilling, ...options.billing },
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
      idempotentCalls: new IdempotentCalls(database),
      faults,
      exchanges,
      closing: closing.signal,
    },
  }
}

/** @throws the system's error, for instance `EADDRINUSE` */
async function listen(server: Server, { port, host = '127.0.0.1' }: SandboxOptions): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening')
  const { port: usedPort } = server.address() as AddressInfo
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${usedPort}`
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const forcedClose = setTimeout(() => server.closeAllConnections(), CLOSING_MILLISECONDS)
  await closed
  clearTimeout(forcedClose)
}
