import { expect, test } from 'vitest'
import { startApp } from '../../../../tests/support/start-app.ts'
import { compareMeasures, measureTables } from './measure-tables.ts'
import { inOneState } from './patient-connection.ts'

test('two states of the data are the same exactly where every row is, whatever the order', async () => {
  await using app = await startApp()
  await app.rows('create table shelf (title text, currency text, total integer, total_version integer)')
  await app.rows("insert into shelf values ('Emma', 'GBP', 700, 1), ('Ulysses', 'USD', 900, 2), (null, 'GBP', 50, 3)")
  const client = await app.database.pool.connect()
  const measure = () => inOneState(client, () => measureTables(client))

  const before = await measure()
  expect(before.find(({ table }) => table === 'public.shelf')).toMatchObject({
    rows: 3,
    sums: { 'GBP total': '750', 'USD total': '900' },
  })
  expect(before.map(({ table }) => table)).toContain('pgboss.queue')

  await client.query("delete from shelf where title = 'Emma'")
  await client.query("insert into shelf values ('Emma', 'GBP', 700, 1)")
  expect(compareMeasures(before, await measure())).toEqual([])

  await client.query("update shelf set title = 'Emma ' where title = 'Emma'")
  expect(compareMeasures(before, await measure())).toMatchObject([{ table: 'public.shelf', what: 'checksum' }])
  await client.query('update shelf set total = 701 where total = 700; alter table shelf rename to shelves')
  const found = compareMeasures(before, await measure())
  expect(found).toContainEqual({ table: 'public.shelf', what: 'rows', expected: '3', found: 'nothing' })
  expect(found).toContainEqual({ table: 'public.shelves', what: 'GBP total', expected: 'nothing', found: '751' })
  client.release()
})
