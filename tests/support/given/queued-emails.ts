import { PgBoss } from 'pg-boss'
import type { Database } from '#platform/server/db/open-database.ts'
import { sendEmailQueue } from '#platform/server/email/queue-email.ts'

/** Moves the times of all queued and active emails this many seconds into the past. */
export async function ageQueuedEmails({ pool }: Pick<Database, 'pool'>, seconds: number): Promise<void> {
  const span = `interval '${seconds} seconds'`
  await pool.query(
    `update pgboss.job set start_after = start_after - ${span}, started_on = started_on - ${span}
     where name = $1 and state in ('created', 'retry', 'active')`,
    [sendEmailQueue.name],
  )
  await pool.query(`update email_delivery set attempting_since = attempting_since - ${span}`)
}

/** @returns seconds until the next attempt to send any email; undefined if none is queued */
export async function secondsToNextAttempt({ pool }: Pick<Database, 'pool'>): Promise<number | undefined> {
  const { rows } = await pool.query(
    `select greatest(ceil(extract(epoch from min(start_after) - now())), 1)::int as seconds
     from pgboss.job where name = $1 and state in ('created', 'retry') having count(*) > 0`,
    [sendEmailQueue.name],
  )
  return rows[0]?.seconds
}

/** After this time, both the queue and the site count an attempt as abandoned. */
const ABANDONED_AFTER_SECONDS = 330

/** Pretends that minutes have passed, and runs the queue's check for abandoned jobs instead of waiting for it. */
export async function releaseAbandonedEmails(database: Database): Promise<void> {
  const { pool, kind } = database
  await ageQueuedEmails(database, ABANDONED_AFTER_SECONDS)
  await pool.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    backend: kind === 'embedded' ? 'pglite' : 'postgres',
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.supervise(sendEmailQueue.name)
  await boss.stop()
  await ageQueuedEmails(database, ABANDONED_AFTER_SECONDS)
}
