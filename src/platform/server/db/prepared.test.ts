import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { startPaying } from '../../../../tests/support/checkout.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { runPrepared } from './prepared.ts'

test('a statement that is prepared is planned once a connection, and outlives a new column', async () => {
  await using app = await startApp()
  const { db, kind } = app.database
  const statement = CompiledQuery.raw('select id, title from shelf where id = $1', [1])
  await app.rows('create table shelf (id integer, title text)')
  await app.rows("insert into shelf values (1, 'Emma')")

  await db.connection().execute(async (connection) => {
    // Beyond the fifth time PostgreSQL plans without looking at the values.
    for (let time = 0; time < 8; time += 1) {
      expect((await runPrepared(connection, statement)).rows).toEqual([{ id: 1, title: 'Emma' }])
    }
    await connection.executeQuery(CompiledQuery.raw('alter table shelf add column pages integer'))
    expect((await runPrepared(connection, statement)).rows).toEqual([{ id: 1, title: 'Emma' }])

    const known = await connection.executeQuery(
      CompiledQuery.raw('select 1 from pg_prepared_statements where statement = $1', [statement.sql]),
    )
    // The embedded database plans anew each time: nobody waits for it but its one process.
    expect(known.rows).toHaveLength(kind === 'postgresql' ? 1 : 0)
  })
})

test('a second press of Pay finds the open purchase by plans that are remembered as well', async () => {
  await using app = await startApp()
  for (let time = 0; time < 8; time += 1) {
    const ada = await app.quickMember()
    const first = await startPaying(ada)
    expect((await startPaying(ada)).id).toBe(first.id)
  }
})
