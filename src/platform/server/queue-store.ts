import { sql } from 'kysely'
import type { Db } from './db/tables.ts'

export type QueueLength = {
  queue: string
  /** Work whose time has come. */
  due: number
  /** Work for later, also what is to be tried again. */
  later: number
  /** Since when the oldest of what is due waits, in seconds. */
  oldestDue: number
  /** Since when the oldest of all has been queued, in seconds. */
  oldest: number
}

/** The queues in which something waits, by the database's own clock. */
export async function measureQueues(db: Db): Promise<QueueLength[]> {
  // Said as the queue's own index says it, which then answers without the table.
  const { rows } = await sql<QueueLength>`
    select name as queue,
      count(*) filter (where start_after <= now())::int as due,
      count(*) filter (where start_after > now())::int as later,
      coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8 as "oldestDue",
      extract(epoch from now() - min(created_on))::float8 as oldest
    from pgboss.job where state < 'active' and not blocked group by name`.execute(db)
  return rows
}
