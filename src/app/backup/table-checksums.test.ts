import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { withSnapshot } from './operator-connection.ts'
import { compareChecksums, computeChecksums } from './table-checksums.ts'

test('checksums match if and only if all rows match, in any order', async () => {
  await using app = await startApp()
  await app.rows('create table shelf (title text, currency text, total integer, total_version integer)')
  await app.rows("insert into shelf values ('Emma', 'GBP', 700, 1), ('Ulysses', 'USD', 900, 2), (null, 'GBP', 50, 3)")
  const client = await app.database.pool.connect()
  // Release it on failure too, because closing the database waits for its connections.
  using _ = { [Symbol.dispose]: () => client.release() }
  const measureAll = () => withSnapshot(client, () => computeChecksums(client))
  // Background jobs may change their own tables in the meantime.
  const measure = async () => (await measureAll()).filter(({ table }) => !table.startsWith('pgboss.'))

  const before = await measure()
  expect(before.find(({ table }) => table === 'public.shelf')).toMatchObject({
    rows: 3,
    sums: { 'GBP total': '750', 'USD total': '900' },
  })
  expect((await measureAll()).map(({ table }) => table)).toContain('pgboss.queue')

  await client.query("delete from shelf where title = 'Emma'")
  await client.query("insert into shelf values ('Emma', 'GBP', 700, 1)")
  expect(compareChecksums(before, await measure())).toEqual([])

  await client.query("update shelf set title = 'Emma ' where title = 'Emma'")
  expect(compareChecksums(before, await measure())).toMatchObject([{ table: 'public.shelf', what: 'checksum' }])
  await client.query('update shelf set total = 701 where total = 700; alter table shelf rename to shelves')
  const differences = compareChecksums(before, await measure())
  expect(differences).toContainEqual({ table: 'public.shelf', what: 'rows', expected: '3', found: 'nothing' })
  expect(differences).toContainEqual({ table: 'public.shelves', what: 'GBP total', expected: 'nothing', found: '751' })
})
