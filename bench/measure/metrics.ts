import { openDatabase } from '#platform/server/db/open-database.ts'
import { startSite } from '#tests/support/site/start-site.ts'
import { createDatabase } from './measurement.ts'

const JOBS = 100_000
const EMAILS = 100_000
const BATCHES = 20

/** Milliseconds that /metrics takes with full queues, first without a cache and then with it. */
export async function measureMetrics(databaseUrl: string): Promise<{ first: number; next: number }> {
  const url = await createDatabase(databaseUrl, 'metrics')
  // Creates the tables. The queued jobs are due tomorrow, so that no worker runs them during the measurement.
  await (await startSite({ environment: { DATABASE_URL: url } })).stop()
  const database = await openDatabase({ url })
  await fill(database.pool)
  await using site = await startSite({ environment: { DATABASE_URL: url } })
  await database.pool.query('analyze')
  await database.close()

  const first = await timeMetrics(site.url)
  const next = await timeMetrics(site.url)
  return { first, next }
}

async function fill(pool: { query: (sql: string) => Promise<unknown> }) {
  // In parts, because the statement timeout is five seconds.
  for (let batch = 0; batch < BATCHES; batch += 1) {
    await pool.query(
      `insert into pgboss.job (name, data, start_after, retry_limit)
       select 'send-purchase-confirmation', '{}', now() + interval '1 day', 5 from generate_series(1, ${JOBS / BATCHES})`,
    )
    await pool.query(
      `with written as (
         insert into email (id, reason, recipient, subject, text_body, html_body, created_at)
         select gen_random_uuid(), 'bench:${batch}:' || number, 'one@example.org', 'News', 'Hello', '<p>Hello</p>', now()
         from generate_series(1, ${EMAILS / BATCHES}) number returning id
       ), work as (
         insert into pgboss.job (id, name, data, start_after, retry_limit)
         select id, 'send-email', '{}', now() + interval '1 day', 160 from written returning id
       ) insert into email_delivery (id, email_id, job_id, requested_at, attempts) select id, id, id, now(), 1 from work`,
    )
  }
}

async function timeMetrics(url: string) {
  const startedAt = performance.now()
  const text = await (await fetch(`${url}/metrics`)).text()
  const milliseconds = performance.now() - startedAt
  if (!text.includes('\nfutureworld_database_up 1\n')) throw new Error('The database did not answer in time')
  return milliseconds
}
