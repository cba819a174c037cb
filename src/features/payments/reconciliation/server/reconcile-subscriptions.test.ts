import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { newSubscriber, subscriptionRow } from '#tests/support/given/subscriptions.ts'
import { reconcileSubscriptions } from './reconcile-subscriptions.ts'

test("a cancellation is found although its webhook was lost, even in the job's second batch", async () => {
  await using app = await startApp()
  const { id, providerId } = await newSubscriber(app)
  await addBatchOfOlderSubscriptions(app, id)
  app.sandbox.disturbWebhooks({ drop: true })
  await app.provider.cancelSubscription(providerId)

  await app.run('reconcile-subscriptions')

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
})

test('sandbox subscriptions end once the site takes real money', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)

  await reconcileSubscriptions({ ...app.context, provider: { ...app.provider, mode: 'stripe' } })

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
  expect((await ada.get('/api/subscriptions')).body.data).toMatchObject([{ id, status: 'ended', renewsAt: null }])
})

/**
 * Adds `BATCH_SIZE` subscriptions for other members with another provider, which are sorted before the one under test.
 */
async function addBatchOfOlderSubscriptions(app: TestApp, id: string) {
  await app.rows(
    `with members as (
      insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
      select 'm' || n, 'm' || n, '', '', '', '', 'member', now() from generate_series(1, 200) n returning id, email
    )
    insert into subscription (id, member_id, package_id, package_version, market, currency, net, tax_rate_basis_points,
      tax_label, tax, total, payment_mode, status, delayed_days, created_at)
    select ('00000000-0000-4000-8000-' || lpad(substr(members.email, 2), 12, '0'))::uuid, members.id, package_id,
      package_version, market, currency, net, tax_rate_basis_points, tax_label, tax, total, 'stripe', 'active',
      delayed_days, subscription.created_at
    from subscription, members where subscription.id = $1`,
    id,
  )
}
