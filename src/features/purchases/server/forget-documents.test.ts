import { expect, test } from 'vitest'
import { givenInvoice } from '../../../../tests/support/papers.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const months = (count: number) => new Date(Date.now() - count * 30.4375 * 86_400_000)

test('papers are kept for 84 months and deleted in the night after, nobody earlier', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const old = await givenInvoice(app, ada, { paidAt: months(85) })
  const young = await givenInvoice(app, ada, { paidAt: months(83) })
  const left = async () => (await app.rows('select purchase_id from document')).map(({ purchase_id }) => purchase_id)
  expect((await left()).sort()).toEqual([old, young].sort())

  await app.run('forget-documents')
  expect(await left()).toEqual([young])

  await app.run('forget-documents')
  expect(await left()).toEqual([young])
})
