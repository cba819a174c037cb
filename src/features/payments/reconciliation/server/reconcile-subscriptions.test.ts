import { afterAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../../tests/support/app/start-app.ts'
import { disputeAtProvider, newRefund } from '../../../../../tests/support/given/refunds.ts'
import { listPaidMonths, subscribe, subscriptionRow } from '../../../../../tests/support/given/subscriptions.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { reconcileSubscriptions } from './reconcile-subscriptions.ts'

const app = await startApp()
afterAll(app.close)

test('a refund run that lost its lock sends no refunds', async () => {
  const staff = await app.quickMember('administrator')
  const { purchaseId } = await subscribe(app, await app.quickMember())
  await staff.post(`/api/admin/purchases/${purchaseId}/refunds`, newRefund(100))
  const context = { ...app.context, provider: app.provider }
  const later = new Date(app.clock.now().getTime() + 60_000)

  await reconcileRefunds(context, later, async () => false)
  expect(await app.rows('select status from refund where purchase_id = $1', purchaseId)).toEqual([
    { status: 'requested' },
  ])

  await reconcileRefunds(context, later, async () => true)
  await app.settle()
  expect(await app.rows('select status from refund where purchase_id = $1', purchaseId)).toEqual([
    { status: 'succeeded' },
  ])
})

test('a missed cancellation is found behind 200 subscriptions by continuing from the returned cursor', async () => {
  await using app = await startApp()
  const { id, providerId } = await subscribe(app, await app.quickMember())
  await addOlderSubscriptions(app, id, 200)
  app.sandbox.disturbWebhooks({ drop: true })
  await app.provider.cancelSubscription(providerId)
  const context = { ...app.context, provider: app.provider }

  const after = await reconcileSubscriptions(context)
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active' })
  expect(await reconcileSubscriptions(context, { after: String(after) })).toBeUndefined()
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
})

test('the job reconciles all batches', async () => {
  await using app = await startApp()
  const { id, providerId } = await subscribe(app, await app.quickMember())
  await addOlderSubscriptions(app, id, 200)
  app.sandbox.disturbWebhooks({ drop: true })
  await app.provider.cancelSubscription(providerId)

  await app.run('reconcile-subscriptions')

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
})

test('sandbox subscriptions end once the site takes real money', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)

  await reconcileSubscriptions({ ...app.context, provider: { ...app.provider, mode: 'stripe' } })

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
  expect((await ada.get('/api/subscriptions')).body.data).toMatchObject([{ id, status: 'ended', renewsAt: null }])
})

/** Adds subscriptions of other members with another provider, which sort before the tested one. */
async function addOlderSubscriptions(app: TestApp, id: string, count: number) {
  await app.rows(
    `with members as (
      insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
      select 'm' || n, 'm' || n, '', '', '', '', 'member', now() from generate_series(1, $2) n returning id, email
    )
    insert into subscription (id, member_id, package_id, package_version, market, currency, net, tax_rate_basis_points,
      tax_label, tax, total, payment_mode, status, delayed_days, created_at)
    select ('00000000-0000-4000-8000-' || lpad(substr(members.email, 2), 12, '0'))::uuid, members.id, package_id,
      package_version, market, currency, net, tax_rate_basis_points, tax_label, tax, total, 'stripe', 'active',
      delayed_days, subscription.created_at
    from subscription, members where subscription.id = $1`,
    id,
    count,
  )
}

test('refunding a past month keeps the subscription active, and refunding the latest one ends it', async () => {
  const staff = await app.quickMember('administrator')
  const ada = await app.quickMember()
  const { id, purchaseId } = await subscribe(app, ada)
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

test('a lost dispute over an earlier month ends the subscription', async () => {
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada, { card: 'tok_createDispute' })
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
