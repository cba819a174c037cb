import type pg from 'pg'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { migrate } from './migrate.ts'

test('completed migrations do not run again, even if two processes start together', async () => {
  await using app = await startApp()
  const { pool } = app.database
  const [{ count }] = await app.rows('select count(*)::int from schema_migration')

  expect(await Promise.all([migrate(pool), migrate(pool)])).toEqual([[], []])

  expect(count).toBeGreaterThan(5)
  expect(await app.rows('select count(*)::int from schema_migration')).toEqual([{ count }])
})

test('if a migration changed after it ran, the error names it and the lock is released', async () => {
  await using app = await startApp()
  await app.rows("update schema_migration set checksum = 'another' where name = '0004-accounts.sql'")

  await expect(migrate(app.database.pool)).rejects.toThrow(
    'The migration 0004-accounts.sql was changed after it ran. Restore the original and put your change in a new migration.',
  )

  await app.rows('delete from schema_migration where name = $1', 'nothing')
  // Other databases on the same server have their own locks.
  const locks = await app.rows(
    `select 1 from pg_locks where locktype = 'advisory'
     and database = (select oid from pg_database where datname = current_database())`,
  )
  expect(locks).toEqual([])
})

test('a failed migration leaves no changes', async () => {
  await using app = await startApp()
  await app.rows("delete from schema_migration where name = '0006-emails.sql'")
  await app.rows('drop index email_unsent_idx')

  await expect(migrate(app.database.pool)).rejects.toThrow('already exists')

  expect(await app.rows("select 1 from pg_indexes where indexname = 'email_unsent_idx'")).toEqual([])
})

test('a database whose locale ignores Á is refused with instructions', async () => {
  await using app = await startApp()
  const client = await app.database.pool.connect()
  await client.query('create schema ascii')
  await client.query("create function ascii.lower(text) returns text immutable language sql as 'select $1'")
  await client.query('set search_path to ascii, pg_catalog, public')

  await expect(migrate({ connect: async () => client } as unknown as pg.Pool)).rejects.toThrow(
    'The database doesn’t support characters beyond ASCII. Recreate it with a locale that does, for example: createdb',
  )
})
