import { CompiledQuery } from 'kysely'
import { type Job as FetchedJob, PgBoss } from 'pg-boss'
import type { Database } from './db/open-database.ts'
import { runPrepared } from './db/prepared.ts'
import type { Db } from './db/tables.ts'
import { takeTurns } from './db/take-turns.ts'
import { inLogAs, type Log } from './log.ts'

/** A kind of work that is done after the answer, at least once: its handler must bear being called again. */
export type Job<Data extends object> = {
  name: string
  /** Seconds until the first retry; each next one waits about twice as long, by chance, up to an hour. */
  retryDelay: number
  /** Seconds, where none is to wait for an hour. */
  retryDelayMax?: number
  /** Seconds until work of which nothing is heard is given to another process; fifteen minutes unless told. */
  expireInSeconds?: number
  retryLimit: number
  /** Five-field cron, Europe/London, where it also runs by the clock. */
  cron?: string
  /** Only there for its type. */
  data?: Data
}

export type JobHandler = { job: Job<object>; handle: (data: never) => Promise<void> }

/** Ties a kind of work to the code that does it. */
export function handles<Data extends object>(job: Job<Data>, handle: (data: Data) => Promise<void>): JobHandler {
  return { job, handle }
}

export type Jobs = {
  /** Part of the transaction it is given: the work exists if and only if the fact does. @returns its id in the queue */
  send: <Data extends object>(db: Db, job: Job<Data>, data: Data) => Promise<string | null>
}

type Outcome = 'completed' | 'failed'

export type JobRunner = Jobs & {
  /** Starts to work through the queues, until `stop`. @param onDone called after each attempt */
  work: (handlers: JobHandler[], onDone?: (queue: string, outcome: Outcome) => void) => Promise<void>
  /** Does all work that is due now and comes back when none is left. */
  drain: (handlers: JobHandler[]) => Promise<void>
  /** Takes on no more work, and comes back at once: what is in hand is finished meanwhile. */
  rest: () => Promise<void>
  /** What is not finished some seconds after `rest` is given back, for another process or the next start. */
  stop: () => Promise<void>
}

const LAST_WORK_MS = 5_000

const QUEUE_LOCK = 7_101_302

export async function openJobs(database: Database, jobs: Job<object>[], log: Log): Promise<JobRunner> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schedule: jobs.some((job) => job.cron),
    cronMonitorIntervalSeconds: 20,
  })
  // While the database is away every poll fails: one line each is what an operator needs.
  boss.on('error', (error) => log.warn({ message: error.message }, 'a job queue could not be reached'))
  // Two that make its tables at the same moment would stand in each other's way.
  await takeTurns(database, QUEUE_LOCK, () => boss.start())
  for (const job of jobs) await createQueue(boss, job)
  let restingSince: number | undefined

  return {
    async send(db, job, data) {
      return boss.send(job.name, data, {
        db: { executeSql: (text, values = []) => runPrepared(db, CompiledQuery.raw(text, values)) },
      })
    },
    async work(handlers, onDone = () => {}) {
      for (const handler of handlers) {
        const { job } = handler
        const run = async (fetched: FetchedJob<object>) => {
          const result = await attempt(handler, fetched, log)
          onDone(job.name, result.status)
          return result
        }
        // While there are full batches the next one is fetched at once: a thousand mails do not leave one a second.
        const options = {
          pollingIntervalSeconds: 1,
          batchSize: 5,
          burstWhenBatchFull: true,
          perJobResults: true,
        } as const
        await boss.work(job.name, options, (batch: FetchedJob<object>[]) => Promise.all(batch.map(run)))
      }
      for (const { job } of handlers) {
        if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: 'Europe/London' })
      }
    },
    drain: (handlers) => drainQueues(boss, handlers),
    async rest() {
      restingSince ??= performance.now()
      await Promise.all(jobs.map(({ name }) => boss.offWork(name, { wait: false })))
    },
    stop() {
      const rested = restingSince === undefined ? 0 : performance.now() - restingSince
      return boss.stop({ graceful: true, timeout: Math.max(1_000, LAST_WORK_MS - rested) })
    },
  }
}

function attempt({ job, handle }: JobHandler, { id, data }: FetchedJob<object>, log: Log) {
  return inLogAs({ job: job.name, jobId: id }, async () => {
    try {
      await handle(data as never)
      return { id, status: 'completed' as const }
    } catch (error) {
      // The queue keeps the error to itself and tries again: nobody would learn that mails do not leave.
      log.error({ job: job.name, jobId: id, error: String(error) }, 'a job failed')
      return { id, status: 'failed' as const, output: { message: String(error) } }
    }
  })
}

async function createQueue(boss: PgBoss, { name, retryDelay, retryDelayMax = 3_600, ...job }: Job<object>) {
  const { retryLimit, expireInSeconds = 900 } = job
  const options = { retryDelay, retryLimit, retryBackoff: true, retryDelayMax, expireInSeconds }
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
  // A queue is looked up on its first use, by the pool. Were that use a send inside a transaction of the embedded
  // database, it would wait for the one connection that the transaction holds: this search comes first, for nothing.
  await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
}

async function drainQueues(boss: PgBoss, handlers: JobHandler[]) {
  for (let found = true; found; ) {
    found = false
    for (const { job, handle } of handlers) {
      for (const fetched of await boss.fetch<object>(job.name, { batchSize: 20 })) {
        found = true
        try {
          await inLogAs({ job: job.name, jobId: fetched.id }, () => handle(fetched.data as never))
          await boss.complete(job.name, fetched.id)
        } catch (error) {
          await boss.fail(job.name, fetched.id, { message: String(error) })
        }
      }
    }
  }
}
