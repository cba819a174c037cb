import { CompiledQuery } from 'kysely'
import { type Job as FetchedJob, PgBoss, type QueueResult } from 'pg-boss'
import { type Database, withAdvisoryLock } from '../db/open-database.ts'
import { runPrepared } from '../db/prepared-statements.ts'
import type { Db } from '../db/tables.ts'
import { type Log, withLogFields } from '../log.ts'

/** A queue of background jobs. Each job runs at least once, so it must be safe to repeat. */
export type Queue<Data extends object> = {
  name: string
  /** Seconds before the first retry. Each further delay is about twice as long, with jitter, up to an hour. */
  retryDelay: number
  /** The longest retry delay in seconds, if less than an hour. */
  retryDelayMax?: number
  /** Seconds before an unfinished job is given to another process; 15 minutes by default. */
  expireInSeconds?: number
  retryLimit: number
  /** A five-field cron expression in Europe/London, if it runs on a schedule. */
  cron?: string
  /** Declares the type only; never set. */
  data?: Data
}

export type JobHandler = { queue: Queue<object>; handle: (data: never) => Promise<void> }

/** Connects a queue to the code that runs its jobs. */
export function createJobHandler<Data extends object>(
  queue: Queue<Data>,
  handle: (data: Data) => Promise<void>,
): JobHandler {
  return { queue, handle }
}

export type Jobs = {
  /** Queues the job within the given transaction, so that it exists only if the event does. @returns the job's id */
  send: <Data extends object>(db: Db, queue: Queue<Data>, data: Data) => Promise<string | null>
}

type Outcome = 'completed' | 'failed'

export type JobRunner = Jobs & {
  /** Processes the queues until `stop`. @param onDone called after each attempt */
  work: (handlers: JobHandler[], onDone?: (queue: string, outcome: Outcome) => void) => Promise<void>
  /** Runs all due jobs and returns once there are none left. */
  drain: (handlers: JobHandler[]) => Promise<void>
  /** Stops fetching jobs and returns immediately; running jobs continue. */
  stopFetching: () => Promise<void>
  /** Waits a few seconds after `stopFetching`, then returns unfinished jobs to the queue. */
  stop: () => Promise<void>
}

const SHUTDOWN_GRACE_MS = 5_000

const QUEUE_LOCK = 7_101_302

export async function openJobs(database: Database, queues: Queue<object>[], log: Log): Promise<JobRunner> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schedule: queues.some(({ cron }) => cron),
    cronMonitorIntervalSeconds: 20,
  })
  // While the database is unreachable every poll fails, so one log line per failure is enough.
  boss.on('error', (error) => log.warn({ message: error.message }, 'a job queue could not be reached'))
  // Two processes that create the queue's tables at the same time would conflict.
  await withAdvisoryLock(database, QUEUE_LOCK, () => boss.start())
  const existingQueues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const queue of queues) await createQueue(boss, queue, existingQueues.get(queue.name))
  let fetchingStoppedAt: number | undefined

  return {
    async send(db, queue, data) {
      return boss.send(queue.name, data, {
        db: { executeSql: (text, values = []) => runPrepared(db, CompiledQuery.raw(text, values)) },
      })
    },
    async work(handlers, onDone = () => {}) {
      for (const handler of handlers) {
        const { name } = handler.queue
        const run = async (fetched: FetchedJob<object>) => {
          const result = await attempt(handler, fetched, log)
          onDone(name, result.status)
          return result
        }
        // Fetches the next batch immediately after a full one; otherwise 1,000 emails would leave slowly.
        const options = {
          pollingIntervalSeconds: 1,
          batchSize: 5,
          burstWhenBatchFull: true,
          perJobResults: true,
        } as const
        await boss.work(name, options, (batch: FetchedJob<object>[]) => Promise.all(batch.map(run)))
      }
      for (const { queue } of handlers) {
        if (queue.cron) await boss.schedule(queue.name, queue.cron, {}, { tz: 'Europe/London' })
      }
    },
    drain: (handlers) => drainQueues(database, boss, handlers),
    async stopFetching() {
      fetchingStoppedAt ??= performance.now()
      await Promise.all(queues.map(({ name }) => boss.offWork(name, { wait: false })))
    },
    stop() {
      const elapsed = fetchingStoppedAt === undefined ? 0 : performance.now() - fetchingStoppedAt
      return boss.stop({ graceful: true, timeout: Math.max(1_000, SHUTDOWN_GRACE_MS - elapsed) })
    },
  }
}

function attempt({ queue, handle }: JobHandler, { id, data }: FetchedJob<object>, log: Log) {
  return withLogFields({ job: queue.name, jobId: id }, async () => {
    try {
      await handle(data as never)
      return { id, status: 'completed' as const }
    } catch (error) {
      // The queue only stores the error and retries, so without this line no one would notice that emails fail.
      log.error({ job: queue.name, jobId: id, error: String(error) }, 'a job failed')
      return { id, status: 'failed' as const, output: { message: String(error) } }
    }
  })
}

async function createQueue(boss: PgBoss, queue: Queue<object>, existing: QueueResult | undefined) {
  const { name, retryDelay, retryLimit, retryDelayMax = 3_600, expireInSeconds = 900 } = queue
  const options = { retryDelay, retryLimit, retryBackoff: true, retryDelayMax, expireInSeconds }
  // Updating unchanged queues would take up half of the time needed to open them.
  if (Object.entries(options).every(([setting, value]) => existing?.[setting as keyof typeof options] === value)) return
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
  // The pool looks up a queue on its first use. In a transaction on the embedded database that would deadlock, because
  // the transaction holds the only connection. This search makes sure that the first use is here.
  await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
}

async function drainQueues(database: Database, boss: PgBoss, handlers: JobHandler[]) {
  let dueQueues = await listDueQueues(database, handlers)
  while (dueQueues.size > 0) {
    for (const handler of handlers) {
      if (!dueQueues.has(handler.queue.name)) continue
      await drainQueue(boss, handler)
      // Jobs that this queue's jobs have queued run before later queues, which may depend on their results.
      dueQueues = await listDueQueues(database, handlers)
    }
  }
}

async function drainQueue(boss: PgBoss, { queue, handle }: JobHandler) {
  for (const fetched of await boss.fetch<object>(queue.name, { batchSize: 20 })) {
    try {
      await withLogFields({ job: queue.name, jobId: fetched.id }, () => handle(fetched.data as never))
      await boss.complete(queue.name, fetched.id)
    } catch (error) {
      await boss.fail(queue.name, fetched.id, { message: String(error) })
    }
  }
}

/** Querying every queue would take some forty queries when only one has jobs. */
async function listDueQueues({ pool }: Database, handlers: JobHandler[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    "select distinct name from pgboss.job where state < 'active' and start_after <= now() and name = any($1)",
    [handlers.map(({ queue }) => queue.name)],
  )
  return new Set(rows.map(({ name }) => name))
}
