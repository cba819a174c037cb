import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { startPaying } from '#tests/support/given/checkout.ts'
import { runPrepared } from './prepared-statements.ts'

test('a prepared statement is planned once per connection and survives a new column', async () => {
  await using app = await startApp()
  const { db, kind } = app.database
  const statement = CompiledQuery.raw('select id, title from shelf where id = $1', [1])
  await app.rows('create table shelf (id integer, title text)')
  await app.rows("insert into shelf values (1, 'Emma')")

  await db.connection().execute(async (connection) => {
    // After five executions PostgreSQL may switch to a generic plan.
    for (let run = 0; run < 8; run += 1) {
      expect((await runPrepared(connection, statement)).rows).toEqual([{ id: 1, title: 'Emma' }])
    }
    await connection.executeQuery(CompiledQuery.raw('alter table shelf add column pages integer'))
    expect((await runPrepared(connection, statement)).rows).toEqual([{ id: 1, title: 'Emma' }])

    const prepared = await connection.executeQuery(
      CompiledQuery.raw('select 1 from pg_prepared_statements where statement = $1', [statement.sql]),
    )
    // The embedded database plans each time: it has one process, so caching saves nothing.
    expect(prepared.rows).toHaveLength(kind === 'postgresql' ? 1 : 0)
  })
})

test('if the Pay button is pressed twice, the open purchase is found with cached plans too', async () => {
  await using app = await startApp()
  for (let run = 0; run < 8; run += 1) {
    const ada = await app.quickMember()
    const first = await startPaying(ada)
    expect((await startPaying(ada)).id).toBe(first.id)
  }
})
