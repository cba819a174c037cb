import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenInvoice } from '#tests/support/given/documents.ts'

const monthsAgo = (count: number) => new Date(Date.now() - count * 30.4375 * 86_400_000)

test('documents are purged 84 months after they were issued, and no earlier', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const oldPurchase = await givenInvoice(app, ada, { paidAt: monthsAgo(85) })
  const recentPurchase = await givenInvoice(app, ada, { paidAt: monthsAgo(83) })
  const listRemaining = async () =>
    (await app.rows('select purchase_id from document')).map(({ purchase_id }) => purchase_id)
  expect((await listRemaining()).sort()).toEqual([oldPurchase, recentPurchase].sort())

  await app.run('purge-documents')
  expect(await listRemaining()).toEqual([recentPurchase])

  await app.run('purge-documents')
  expect(await listRemaining()).toEqual([recentPurchase])
})
