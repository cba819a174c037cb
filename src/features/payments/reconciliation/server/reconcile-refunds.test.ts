import { expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { buy, newRefund } from '../../../../../tests/support/given/refunds.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'

test('a refund run that lost its lock sends no refunds', async () => {
  await using app = await startApp()
  const staff = await app.quickMember('administrator')
  const { id } = await buy(app)
  await staff.post(`/api/admin/purchases/${id}/refunds`, newRefund(100))
  const context = { ...app.context, provider: app.provider }
  const later = new Date(app.clock.now().getTime() + 60_000)

  await reconcileRefunds(context, later, async () => false)
  expect(await app.rows('select status from refund where purchase_id = $1', id)).toEqual([{ status: 'requested' }])

  await reconcileRefunds(context, later, async () => true)
  await app.settle()
  expect(await app.rows('select status from refund where purchase_id = $1', id)).toEqual([{ status: 'succeeded' }])
})
