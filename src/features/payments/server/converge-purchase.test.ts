import { expect, test } from 'vitest'
import { payFor } from '../../../../tests/support/checkout.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

test('a paid purchase becomes an active package with a number, an invoice and one mail', async () => {
  await using app = await startApp()
  const ada = await app.member()
  const id = await payFor(app, ada)

  const { status, body } = await ada.post(`/api/purchases/${id}/confirmation`)

  expect(status).toBe(200)
  expect(body.data).toMatchObject({ status: 'completed', total: 11_880, net: 9_900, tax: 1_980 })
  expect(body.data.reference).toMatch(/^test-\d{4}-000001$/)
  await app.settle()
  expect(app.mails.map(({ subject }) => subject).sort()).toEqual([
    expect.stringContaining('Welcome'),
    '[TEST] Your MY FUTURE WEEK: payment received',
  ])
  const { body: owned } = await ada.get('/api/entitlements')
  expect(owned.data.items).toMatchObject([{ packageId: 'my-future-basic', state: 'active' }])
})
