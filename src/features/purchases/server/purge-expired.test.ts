import { expect, test } from 'vitest'
import { startApp } from '../../../../tests/support/app/start-app.ts'
import { givenInvoice } from '../../../../tests/support/given/documents.ts'

const months = (count: number) => new Date(Date.now() - count * 30.4375 * 86_400_000)

test('documents are purged 84 months after they were issued, and not earlier', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const old = await givenInvoice(app, ada, { paidAt: months(85) })
  const young = await givenInvoice(app, ada, { paidAt: months(83) })
  const left = async () => (await app.rows('select purchase_id from document')).map(({ purchase_id }) => purchase_id)
  expect((await left()).sort()).toEqual([old, young].sort())

  await app.run('purge-documents')
  expect(await left()).toEqual([young])

  await app.run('purge-documents')
  expect(await left()).toEqual([young])
})
