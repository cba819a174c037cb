import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { disputeAtProvider, newRefund } from '#tests/support/given/refunds.ts'
import { listPaidMonths, newSubscriber, subscriptionRow } from '#tests/support/given/subscriptions.ts'

const app = await startApp()
afterAll(app.close)

test('refunding a past month keeps the subscription active, and refunding the latest one ends it', async () => {
  const staff = await app.quickMember('administrator')
  const { member: ada, id, purchaseId } = await newSubscriber(app)
  await app.jump({ days: 32 })
  const returningStaff = await app.returning(staff)
  const refunded = await returningStaff.post(`/api/admin/purchases/${purchaseId}/refunds`, newRefund(3_480))
  await app.settle()
  expect(refunded.status).toBe(200)
  expect((await listPaidMonths(app, id)).map(({ status }) => status)).toEqual(['refunded', 'completed'])
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active' })

  const [, latest] = await app.rows('select id from purchase where subscription_id = $1 order by completed_at', id)
  await returningStaff.post(`/api/admin/purchases/${latest.id}/refunds`, newRefund(3_480))
  await app.settle()
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
  const returningAda = await app.returning(ada)
  expect((await returningAda.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'cancelled' }])
})

test('a dispute lost over an earlier month ends the subscription', async () => {
  const { id } = await newSubscriber(app, { card: 'tok_createDispute' })
  await app.jump({ days: 32 })
  expect(await listPaidMonths(app, id)).toMatchObject([{ status: 'disputed' }, {}])
  const [month] = await app.rows(
    'select payment_intent_id from purchase where subscription_id = $1 order by completed_at',
    id,
  )
  app.sandbox.decideDispute(disputeAtProvider(app, month.payment_intent_id).id, 'lost')
  await app.settle()
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
})
