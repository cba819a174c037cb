import { expect, test } from 'vitest'
import { migrate } from '#platform/server/db/migrate.ts'
import { startApp } from '../support/start-app.ts'

test('a migration that waits for a table lets the version that still serves write meanwhile', async () => {
  await using app = await startApp()
  await app.rows("delete from schema_migration where name = '0047-first-sessions.sql'")
  await app.rows('drop index booking_first_held_idx')
  const long = await app.database.pool.connect()
  await long.query('begin')
  await long.query('lock table booking in row exclusive mode')
  const countWaiting = async () =>
    (await app.rows("select count(*) from pg_locks where relation = 'booking'::regclass and not granted"))[0].count

  const migrating = migrate(app.database.pool)
  await expect.poll(countWaiting).toBe(1)
  // Behind the migration in the line, which steps out of it.
  await app.rows("update booking set title = title where id = '00000000-0000-4000-8000-000000000000'")
  await long.query('commit')
  long.release()

  expect(await migrating).toEqual(['0047-first-sessions.sql'])
})

test('a migration that waits for whoever waits for it tries again', async () => {
  await using app = await startApp()
  await app.rows("delete from schema_migration where name = '0050-observed-payments.sql'")
  await app.rows('alter table stripe_event drop column created_at')
  await app.rows('alter table payment_cursor drop column reconciled_at')
  const other = await app.database.pool.connect()
  await other.query('begin')
  await other.query('lock table payment_cursor in row exclusive mode')
  const countWaiting = async () =>
    (await app.rows("select count(*) from pg_locks where relation = 'payment_cursor'::regclass and not granted"))[0]
      .count

  const migrating = migrate(app.database.pool)
  await expect.poll(countWaiting).toBe(1)
  // The migration holds this one already: the server refuses one of the two.
  await other.query('select count(*) from stripe_event')
  await other.query('commit')
  other.release()

  expect(await migrating).toEqual(['0050-observed-payments.sql'])
})
