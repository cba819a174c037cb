import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { startApp } from '../../support/app/start-app.ts'

test('closing the database cancels a long-running statistics query', async () => {
  await using app = await startApp()
  const database = await openDatabase({ url: String(app.database.pool.options.connectionString) })
  const counting = sql`select pg_sleep(3600)`.execute(database.slowQueries).then(
    () => 'counted',
    (error: Error) => error.message,
  )
  const isCounting = async () =>
    (await app.rows("select from pg_stat_activity where query like '%pg_sleep%3600%' and pid <> pg_backend_pid()"))
      .length
  await expect.poll(isCounting).toBe(1)

  await database.close()

  expect(await counting).toContain('Connection terminated')
})
