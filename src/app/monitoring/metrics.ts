import { setTimeout } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { passwordQueue } from '#features/accounts/server/public.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { LiveUpdates } from '#platform/server/live/live-updates.ts'
import type { Log } from '#platform/server/log.ts'
import { defineDatabaseGauges, readDatabaseMetrics } from './database-metrics.ts'
import { defineGauge } from './gauge.ts'
import { defineHttpMetrics } from './http-metrics.ts'

/** The maximum age of database metrics. Prometheus scrapes every 15 seconds by default. */
const CACHE_MS = 10_000

/** Process metrics must not wait for a database that does not respond, because that is when they matter most. */
const READ_TIMEOUT_MS = 1_000

export type Metrics = ReturnType<typeof openMetrics>

type Settings = {
  database: Pick<Database, 'db' | 'pool'>
  live: LiveUpdates
  queues: readonly string[]
  paymentMode: PaymentMode
  /** The business clock. */
  now: () => Date
  log: Log
}

/** Metrics of this process, and database metrics for all processes (docs/operations/monitoring.md). */
export function openMetrics({ database: { db, pool }, live, queues, log, ...clockAndMode }: Settings) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = defineHttpMetrics(registry)
  const { jobs, fileFailures, policyViolations, eventLags } = defineCounters(registry)
  defineProcessGauges(registry, { live, pool })
  const timing = { freshMs: CACHE_MS, waitMs: READ_TIMEOUT_MS }
  const isUp = cachedRead(async () => (await pool.query('select 1')) && true, { ...timing, onFailure: () => {} })
  const read = cachedRead(() => readDatabaseMetrics({ db, ...clockAndMode }), {
    ...timing,
    onFailure: (error) => log.warn({ error: String(error) }, 'database metrics could not be read'),
  })
  defineDatabaseGauges(registry, { queues, isUp, read })

  return {
    ...requests,
    countJob: (queue: string, outcome: 'completed' | 'failed') => jobs.inc({ queue, outcome }),
    countFileFailure: (operation: string) => fileFailures.inc({ operation }),
    countPolicyViolation: (directive: string, disposition: string) => policyViolations.inc({ directive, disposition }),
    recordEventLag: (seconds: number) => eventLags.observe(seconds),
    contentType: registry.contentType,
    write: () => registry.metrics(),
  }
}

function defineCounters(registry: Registry) {
  const jobs = new Counter({
    name: 'futureworld_jobs_total',
    help: 'Attempts at queued jobs, by outcome.',
    labelNames: ['queue', 'outcome'],
    registers: [registry],
  })
  const fileFailures = new Counter({
    name: 'futureworld_file_store_failures_total',
    help: 'Failed operations on the file folder or bucket.',
    labelNames: ['operation'],
    registers: [registry],
  })
  const policyViolations = new Counter({
    name: 'futureworld_policy_violations_total',
    help: 'Content that browsers blocked, or would have blocked, under the pages’ Content Security Policy.',
    labelNames: ['directive', 'disposition'],
    registers: [registry],
  })
  const eventLags = new Histogram({
    name: 'futureworld_webhook_handling_seconds',
    help: 'Time between the payment provider creating an event and the site processing it.',
    buckets: [1, 3, 10, 30, 60, 300, 3_600, 86_400],
    registers: [registry],
  })
  return { jobs, fileFailures, policyViolations, eventLags }
}

/** Metrics that need no query. */
function defineProcessGauges(registry: Registry, { live, pool }: { live: LiveUpdates; pool: Database['pool'] }) {
  defineGauge(registry, {
    name: 'futureworld_open_streams',
    help: 'Open pages receiving notifications and messages live.',
    read: live.size,
  })
  defineGauge(registry, {
    name: 'futureworld_password_queue',
    help: 'Passwords being hashed, and passwords waiting to be hashed.',
    labels: ['state'],
    read: () => toStateSamples(passwordQueue()),
  })
  defineGauge(registry, {
    name: 'futureworld_database_connections',
    help: 'Database pool connections: total, idle, and requests waiting for one.',
    labels: ['state'],
    read: () => toStateSamples({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  })
}

function toStateSamples(counts: Record<string, number>) {
  return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }))
}

type CacheOptions = {
  /** A result is reused for this long, however often it is requested. */
  freshMs: number
  /** No caller waits longer than this. */
  waitMs: number
  onFailure: (error: unknown) => void
}

/**
 * Limits how often a slow source is read, and never blocks a caller for long. @returns undefined after a failure or
 * timeout
 */
export function cachedRead<Value>(read: () => Promise<Value>, { freshMs, waitMs, onFailure }: CacheOptions) {
  let latestValue: Promise<Value | undefined> = Promise.resolve(undefined)
  let readAt = Number.NEGATIVE_INFINITY
  let isReading = false

  return (): Promise<Value | undefined> => {
    if (!isReading && performance.now() - readAt >= freshMs) startReading()
    return latestValue
  }

  function startReading() {
    isReading = true
    const newValue = finishReading()
    // While a read hangs, later callers get an immediate answer, because this promise has settled.
    latestValue = Promise.race([newValue, setTimeout(waitMs, undefined, { ref: false })])
  }

  async function finishReading(): Promise<Value | undefined> {
    const newValue = await read().catch(onFailure)
    isReading = false
    readAt = performance.now()
    latestValue = Promise.resolve(newValue ?? undefined)
    return newValue ?? undefined
  }
}
