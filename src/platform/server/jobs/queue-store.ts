import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

export type QueueLength = {
  queue: string
  /** Jobs that are due now. */
  due: number
  /** Jobs for later, including retries. */
  later: number
  /** How long the oldest due job has been due, in seconds. */
  oldestDue: number
  /** How long ago the oldest job was queued, in seconds. */
  oldest: number
}

/** Measures the queues that have jobs, by the database's clock. */
export async function measureQueues(db: Db): Promise<QueueLength[]> {
  // The condition matches the queue's own index, so the table is not read.
  const { rows } = await sql<QueueLength>`
    select name as queue,
      count(*) filter (where start_after <= now())::int as due,
      count(*) filter (where start_after > now())::int as later,
      coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8 as "oldestDue",
      extract(epoch from now() - min(created_on))::float8 as oldest
    from pgboss.job where state < 'active' and not blocked group by name`.execute(db)
  return rows
}

/**
 * Requeues a killed process's jobs immediately, counting one attempt. Call it only if no other process can be running
 * them; with a server, the queue waits until a job expires.
 */
export async function requeueInterruptedJobs(db: Db): Promise<void> {
  await sql`update pgboss.job set state = 'retry', start_after = now(), retry_count = retry_count + 1
    where state = 'active' and retry_count < retry_limit`.execute(db)
}
