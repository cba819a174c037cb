import { expect, test } from 'vitest'
import { migrate } from '#platform/server/db/migrate.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

test("a migration that waits for a table lock does not block the running version's writes", async () => {
  await using app = await startApp()
  const migration = { name: '0016-back-office.sql', tables: 'member_note, stored_metrics', waitsFor: 'account' }
  const { transaction, migrating } = await startBlocked(app, migration)
  // This write queues behind the migration, which must give up its place.
  await app.rows("update account set mobile = mobile where id = '00000000-0000-4000-8000-000000000000'")
  await transaction.query('commit')
  transaction.release()

  expect(await migrating).toEqual([migration.name])
})

test('if a migration runs into a deadlock, it is retried', async () => {
  await using app = await startApp()
  const tables = 'deliverable_comment, deliverable_version, deliverable'
  const migration = { name: '0014-deliverables.sql', tables, waitsFor: 'stored_file' }
  const { transaction, migrating } = await startBlocked(app, migration)
  // The migration already holds this lock, so the server aborts one of the two transactions.
  await transaction.query('lock table entitlement in row exclusive mode')
  await transaction.query('commit')
  transaction.release()

  expect(await migrating).toEqual([migration.name])
})

type Migration = { name: string; tables: string; waitsFor: string }

/** Undoes a migration and runs it again while an open transaction holds a lock that the migration needs. */
async function startBlocked({ rows, database: { pool } }: TestApp, { name, tables, waitsFor }: Migration) {
  await rows('delete from schema_migration where name = $1', name)
  await rows(`drop table ${tables}`)
  const transaction = await pool.connect()
  await transaction.query('begin')
  await transaction.query(`lock table ${waitsFor} in row exclusive mode`)
  const migrating = migrate(pool)
  const listWaiting = () => rows('select 1 from pg_locks where relation = $1::regclass and not granted', waitsFor)
  await expect.poll(listWaiting).toHaveLength(1)
  return { transaction, migrating }
}
