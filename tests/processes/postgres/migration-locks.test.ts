import { expect, test } from 'vitest'
import { migrate } from '#platform/server/db/migrate.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

test('a migration waiting for a table lock does not block writes of the running version', async () => {
  await using app = await startApp()
  await app.rows("delete from schema_migration where name = '0016-back-office.sql'")
  await app.rows('drop table member_note, stored_metrics')
  const transaction = await app.database.pool.connect()
  await transaction.query('begin')
  await transaction.query('lock table account in row exclusive mode')

  const migrating = migrate(app.database.pool)
  await untilWaitingFor(app, 'account')
  // Queued behind the migration, which gives up its place.
  await app.rows("update account set mobile = mobile where id = '00000000-0000-4000-8000-000000000000'")
  await transaction.query('commit')
  transaction.release()

  expect(await migrating).toEqual(['0016-back-office.sql'])
})

test('a migration in a deadlock is retried', async () => {
  await using app = await startApp()
  await app.rows("delete from schema_migration where name = '0014-deliverables.sql'")
  await app.rows('drop table deliverable_comment, deliverable_version, deliverable')
  const transaction = await app.database.pool.connect()
  await transaction.query('begin')
  await transaction.query('lock table stored_file in row exclusive mode')

  const migrating = migrate(app.database.pool)
  await untilWaitingFor(app, 'stored_file')
  // The migration holds this lock already, so the server aborts one of the two.
  await transaction.query('lock table entitlement in row exclusive mode')
  await transaction.query('commit')
  transaction.release()

  expect(await migrating).toEqual(['0014-deliverables.sql'])
})

async function untilWaitingFor(app: TestApp, table: string) {
  const query = 'select 1 from pg_locks where relation = $1::regclass and not granted'
  await expect.poll(() => app.rows(query, table)).toHaveLength(1)
}
