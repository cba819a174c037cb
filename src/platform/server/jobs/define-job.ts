import type { Context } from '../context.ts'
import { openBatches } from '../db/batches.ts'
import type { Queue } from './jobs.ts'

type Schedule = {
  /** Tests and the sandbox move the business clock. Use the real one for work that they must not move. */
  clock: 'business' | 'real'
  /** Queues the job immediately when the business clock moves. */
  isDueWhenClockMoves?: boolean
}

/** A queue with the work for its jobs. Each area lists its jobs in `jobs.ts`. */
export type Job<Needs = Context> = Queue<object> & Schedule & { run: (context: Needs, data: never) => Promise<void> }

/** @param job its `run` declares the parts of the site that it needs as its first parameter */
export function defineJob<Data extends object, Needs = Context>({
  run,
  ...job
}: Queue<Data> & Schedule & { run: (context: Needs, data: Data) => Promise<unknown> }): Job<Needs> {
  return { ...job, run: async (context, data) => void (await run(context, data)) }
}

type InBatches = ReturnType<typeof openBatches>

type Purge = Pick<Schedule, 'clock'> & {
  name: string
  /** Runs at night, when no one uses the rows that it deletes. */
  cron: string
  /** Deletes in batches. @returns the number of deleted rows by kind */
  steps: (context: Context, inBatches: InBatches) => Promise<Record<string, number>>
  /** Logged together with the numbers. */
  message: string
}

/** Deletes data after the Privacy Policy's retention period, and logs how much. */
export function purgeExpired({ steps, message, ...job }: Purge) {
  return {
    ...job,
    retryDelay: 600,
    retryLimit: 5,
    async run(context: Context): Promise<void> {
      const deleted = await steps(context, openBatches())
      if (Object.values(deleted).some((count) => count > 0)) context.log.info(deleted, message)
    },
  } satisfies Job
}
