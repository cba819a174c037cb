import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { passwordQueue } from '#features/accounts/server/public.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Live } from '#platform/server/live/open-live.ts'
import type { Log } from '#platform/server/log.ts'
import { readDatabaseFigures } from './database-figures.ts'
import { defineDatabaseGauges } from './define-database-gauges.ts'
import { defineGauge } from './define-gauge.ts'
import { readSometimes } from './read-sometimes.ts'
import { defineRequestMetrics } from './request-metrics.ts'

/** Figures of the database are this old at most: Prometheus asks every fifteen seconds by default. */
const FRESH_MS = 10_000

/** Figures of the process are worth having at once, most of all where the database does not answer. */
const WAIT_MS = 1_000

export type Metrics = ReturnType<typeof openMetrics>

type Settings = {
  database: Pick<Database, 'db' | 'pool'>
  live: Live
  /** The names of the queues. */
  queues: readonly string[]
  paymentMode: PaymentMode
  /** With the clock of the business. */
  now: () => Date
  log: Log
}

/** The figures of this process, and what the database says of all (docs/operations/monitoring.md). */
export function openMetrics({ database: { db, pool }, live, queues, log, ...clockAndMode }: Settings) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = defineRequestMetrics(registry)
  const jobs = new Counter({
    name: 'futureworld_jobs_total',
    help: 'Attempts at work of a queue, by how they ended.',
    labelNames: ['queue', 'outcome'],
    registers: [registry],
  })
  const fileFailures = new Counter({
    name: 'futureworld_file_store_failures_total',
    help: 'Times that the folder or bucket of files did not do what it was asked.',
    labelNames: ['operation'],
    registers: [registry],
  })
  const eventLags = new Histogram({
    name: 'futureworld_webhook_handling_seconds',
    help: 'From when the payment provider made an event until it was followed.',
    buckets: [1, 3, 10, 30, 60, 300, 3_600, 86_400],
    registers: [registry],
  })
  defineGauge(registry, {
    name: 'futureworld_open_streams',
    help: 'Open pages that follow what the bell and conversations tell.',
    look: live.size,
  })
  defineGauge(registry, {
    name: 'futureworld_password_queue',
    help: 'Passwords that are being worked out, and those that wait for it.',
    labels: ['state'],
    look: () => statesOf(passwordQueue()),
  })
  defineGauge(registry, {
    name: 'futureworld_database_connections',
    help: 'Connections of the pool to the database: all, those that nobody uses, and requests that wait for one.',
    labels: ['state'],
    look: () => statesOf({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  })
  const patience = { freshMs: FRESH_MS, waitMs: WAIT_MS }
  const isUp = readSometimes(async () => (await pool.query('select 1')) && true, { ...patience, onFailure: () => {} })
  const read = readSometimes(() => readDatabaseFigures({ db, ...clockAndMode }), {
    ...patience,
    onFailure: (error) => log.warn({ error: String(error) }, 'figures of the database could not be read'),
  })
  defineDatabaseGauges(registry, { queues, isUp, read })

  return {
    ...requests,
    noteJob: (queue: string, outcome: 'completed' | 'failed') => jobs.inc({ queue, outcome }),
    noteFileFailure: (operation: string) => fileFailures.inc({ operation }),
    noteEventHandled: (seconds: number) => eventLags.observe(seconds),
    contentType: registry.contentType,
    write: () => registry.metrics(),
  }
}

function statesOf(counts: Record<string, number>) {
  return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }))
}
