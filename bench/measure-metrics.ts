import { openDatabase } from '#platform/server/db/open-database.ts'
import { startSite } from '../tests/support/start-site.ts'

const JOBS = 100_000
const MAILS = 100_000
const PARTS = 20

/** How long /metrics takes, in milliseconds, while the queues are that full and nothing of it is remembered. */
export async function measureMetrics(databaseUrl: string): Promise<{ first: number; next: number }> {
  const address = new URL(databaseUrl)
  address.pathname = 'metrics'
  const server = await openDatabase({ url: databaseUrl })
  await server.pool.query('create database metrics')
  await server.close()
  // Once for its tables; what is then in the queues waits for tomorrow, so that nobody works it off meanwhile.
  await (await startSite({ environment: { DATABASE_URL: address.href } })).stop()
  const database = await openDatabase({ url: address.href })
  await fill(database.pool)
  await using site = await startSite({ environment: { DATABASE_URL: address.href } })
  await database.pool.query('analyze')
  await database.close()

  const first = await ask(site.url)
  const next = await ask(site.url)
  return { first, next }
}

async function fill(pool: { query: (sql: string) => Promise<unknown> }) {
  // In parts: a single statement ends after five seconds.
  for (let part = 0; part < PARTS; part += 1) {
    await pool.query(
      `insert into pgboss.job (name, data, start_after, retry_limit)
       select 'send-purchase-letter', '{}', now() + interval '1 day', 5 from generate_series(1, ${JOBS / PARTS})`,
    )
    await pool.query(
      `with written as (
         insert into mail (id, reason, recipient, subject, text_body, html_body, created_at)
         select gen_random_uuid(), 'bench:${part}:' || number, 'one@example.org', 'News', 'Hello', '<p>Hello</p>', now()
         from generate_series(1, ${MAILS / PARTS}) number returning id
       ), work as (
         insert into pgboss.job (id, name, data, start_after, retry_limit)
         select id, 'deliver-mail', '{}', now() + interval '1 day', 160 from written returning id
       ) insert into mail_delivery (id, mail_id, job_id, asked_at, attempts) select id, id, id, now(), 1 from work`,
    )
  }
}

async function ask(url: string) {
  const began = performance.now()
  const text = await (await fetch(`${url}/metrics`)).text()
  const milliseconds = performance.now() - began
  if (!text.includes('\nfutureworld_database_up 1\n')) throw new Error('The database did not answer in time')
  return milliseconds
}
