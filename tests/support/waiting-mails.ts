import { PgBoss } from 'pg-boss'
import type { Database } from '#platform/server/db/open-database.ts'
import { deliverMailJob } from '#platform/server/mail/queue-mail.ts'

/** Whatever waits for its time, or is in somebody's hands, has been for so much longer. */
export async function letMailsWait({ pool }: Pick<Database, 'pool'>, seconds: number): Promise<void> {
  const span = `interval '${seconds} seconds'`
  await pool.query(
    `update pgboss.job set start_after = start_after - ${span}, started_on = started_on - ${span}
     where name = $1 and state in ('created', 'retry', 'active')`,
    [deliverMailJob.name],
  )
  await pool.query(`update mail_delivery set attempting_since = attempting_since - ${span}`)
}

/** Until the next attempt at any mail. Undefined where none is left to be sent. */
export async function secondsToNextAttempt({ pool }: Pick<Database, 'pool'>): Promise<number | undefined> {
  const { rows } = await pool.query(
    `select greatest(ceil(extract(epoch from min(start_after) - now())), 1)::int as seconds
     from pgboss.job where name = $1 and state in ('created', 'retry') having count(*) > 0`,
    [deliverMailJob.name],
  )
  return rows[0]?.seconds
}

/** Longer than a process that has died is believed to be alive. */
const SECONDS_DEAD = 330

/** Some minutes later the queue looks, as it does each minute, for work of which nothing was heard. */
export async function giveBackWhatTheDeadHeld(database: Database): Promise<void> {
  const { pool, kind } = database
  await letMailsWait(database, SECONDS_DEAD)
  await pool.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    backend: kind === 'embedded' ? 'pglite' : 'postgres',
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.supervise(deliverMailJob.name)
  await boss.stop()
  await letMailsWait(database, SECONDS_DEAD)
}
