import { afterAll, expect, test } from 'vitest'
import { disputeAtProvider, refundOf } from '../../../../tests/support/returns.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { monthsOf, subscribe, subscriptionRow } from '../../../../tests/support/subscription.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { reconcileSubscriptions } from './reconcile-subscriptions.ts'

const app = await startApp()
afterAll(app.close)

test('a run that another process has taken over asks nobody about subscriptions and refunds any more', async () => {
  const staff = await app.quickMember('administrator')
  const { id, purchaseId, providerId } = await subscribe(app, await app.quickMember())
  await staff.post(`/api/admin/purchases/${purchaseId}/refunds`, refundOf(100))
  app.sandbox.disturbWebhooks({ hold: true })
  await app.provider.cancelSubscription(providerId)
  const context = { ...app.context, provider: app.provider }
  const later = new Date(app.clock.now().getTime() + 60_000)

  await reconcileRefunds(context, later, async () => false)
  await reconcileSubscriptions(context, async () => false)
  expect(await app.rows('select status from refund where purchase_id = $1', purchaseId)).toEqual([
    { status: 'requested' },
  ])
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active' })

  await reconcileRefunds(context, later, async () => true)
  await reconcileSubscriptions(context, async () => true)
  app.sandbox.calmWebhooks()
  await app.settle()
  expect(await app.rows('select status from refund where purchase_id = $1', purchaseId)).toEqual([
    { status: 'succeeded' },
  ])
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
})

test('a month that is given back after it is over leaves the subscription running; the latest one ends it', async () => {
  const staff = await app.quickMember('administrator')
  const ada = await app.quickMember()
  const { id, purchaseId } = await subscribe(app, ada)
  await app.jump({ days: 32 })
  const onDuty = await app.returning(staff)
  const refunded = await onDuty.post(`/api/admin/purchases/${purchaseId}/refunds`, refundOf(3_480))
  await app.settle()
  expect(refunded.status).toBe(200)
  expect((await monthsOf(app, id)).map(({ status }) => status)).toEqual(['refunded', 'completed'])
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active' })

  const [, latest] = await app.rows('select id from purchase where subscription_id = $1 order by completed_at', id)
  await onDuty.post(`/api/admin/purchases/${latest.id}/refunds`, refundOf(3_480))
  await app.settle()
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
  const here = await app.returning(ada)
  expect((await here.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'cancelled' }])
})

test('a month that a bank takes back for good ends the subscription, also while a later one is paid', async () => {
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada, { card: 'tok_createDispute' })
  await app.jump({ days: 32 })
  expect(await monthsOf(app, id)).toMatchObject([{ status: 'disputed' }, {}])
  const [month] = await app.rows(
    'select payment_intent_id from purchase where subscription_id = $1 order by completed_at',
    id,
  )
  app.sandbox.decideDispute(disputeAtProvider(app, month.payment_intent_id).id, 'lost')
  await app.settle()
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
})
