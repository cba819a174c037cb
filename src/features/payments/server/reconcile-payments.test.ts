import { expect, test } from 'vitest'
import { payFor, paymentsAtProvider, startPaying } from '../../../../tests/support/checkout.ts'
import { startApp, type TestApp } from '../../../../tests/support/start-app.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const reconcile = (app: TestApp) => reconcilePayments({ ...app.context, provider: app.provider })

const statusOf = async (app: TestApp, id: string) =>
  (await app.rows('select status from purchase where id = $1', id))[0]?.status

/** An app whose provider never tells us anything by itself. */
async function startDeafApp() {
  const app = await startApp()
  app.sandbox.disturbWebhooks({ drop: true })
  return app
}

test('a payment nobody told us of is found after two minutes, and once', async () => {
  await using app = await startDeafApp()
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  app.clock.advance({ minutes: 1, seconds: 50 })
  await reconcile(app)
  expect(await statusOf(app, id)).toBe('pending')
  app.clock.advance({ seconds: 15 })

  await reconcile(app)
  await reconcile(app)

  expect(await statusOf(app, id)).toBe('completed')
  expect(await app.rows('select reference from document')).toHaveLength(1)
  expect(await app.rows('select reason from mail')).toHaveLength(1)
})

test('a payment that nobody finished within a day is cancelled here and at the provider', async () => {
  await using app = await startDeafApp()
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  const grace = await app.quickMember()
  const { id: unborn } = await startPaying(grace)
  await app.rows('update purchase set payment_intent_id = null where id = $1', unborn)
  app.clock.advance({ hours: 23, minutes: 59 })
  await reconcile(app)
  expect([await statusOf(app, id), await statusOf(app, unborn)]).toEqual(['pending', 'pending'])
  app.clock.advance({ minutes: 2 })

  await reconcile(app)

  expect([await statusOf(app, id), await statusOf(app, unborn)]).toEqual(['cancelled', 'cancelled'])
  expect(paymentsAtProvider(app, id)).toMatchObject([{ status: 'canceled' }])
})

test('a payment that was finished just before it is given up counts as paid', async () => {
  await using app = await startDeafApp()
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  app.clock.advance({ hours: 25 })

  await reconcile(app)

  expect(await statusOf(app, id)).toBe('completed')
})

test('a payment that the bank is still working on is left alone, even after a day', async () => {
  await using app = await startDeafApp()
  const ada = await app.quickMember()
  app.sandbox.slowBank(true)
  const id = await payFor(app, ada)
  app.clock.advance({ hours: 25 })
  await reconcile(app)
  expect(await statusOf(app, id)).toBe('pending')

  app.sandbox.settlePayments()
  await reconcile(app)

  expect(await statusOf(app, id)).toBe('completed')
})

test('one purchase that cannot be reconciled keeps no other waiting', async () => {
  await using app = await startDeafApp()
  const [ada, grace, edith] = [await app.quickMember(), await app.quickMember(), await app.quickMember()]
  const { id: lost, paymentIntentId } = await startPaying(ada)
  await app.rows("update purchase set payment_intent_id = 'pi_lost' where id = $1", lost)
  const unlucky = await payFor(app, grace)
  const lucky = await payFor(app, edith)
  app.clock.advance({ minutes: 3 })
  const [{ payment_intent_id: struck }] = await app.rows(
    'select payment_intent_id from purchase where id = $1',
    unlucky,
  )
  app.sandbox.injectFault({ mode: 'truncate', path: `/v1/payment_intents/${struck}` })

  await reconcile(app)

  expect([await statusOf(app, lost), await statusOf(app, unlucky), await statusOf(app, lucky)]).toEqual([
    'pending',
    'pending',
    'completed',
  ])
  expect(await app.rows('select kind, subject from payment_anomaly')).toEqual([
    { kind: 'payment-missing', subject: 'pi_lost' },
  ])
  await reconcile(app)
  expect(await statusOf(app, unlucky)).toBe('completed')
  expect(paymentIntentId).toMatch(/^pi_/)
})

test('a payment is found behind any number of purchases that stay open', async () => {
  await using app = await startDeafApp()
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  await addOlderOpenPurchases(app, id, 200)
  app.clock.advance({ minutes: 3 })

  await reconcile(app)

  expect(await statusOf(app, id)).toBe('completed')
})

/** Copies of a purchase that others started an hour before it and left. */
async function addOlderOpenPurchases(app: TestApp, id: string, count: number) {
  await app.rows(
    `with members as (
      insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, marketing_by_email, created_at)
      select 'm' || n, 'm' || n, '', '', '', '', 'member', false, now() from generate_series(1, $2) n returning id
    )
    insert into purchase (member_id, package_id, package_version, status, market, currency, net, tax_rate_basis_points,
      tax_label, tax, total, consent_version, consent_start_now, consent_acknowledge_loss, consent_at, payment_mode, created_at)
    select members.id, package_id, package_version, status, market, currency, net, tax_rate_basis_points,
      tax_label, tax, total, consent_version, consent_start_now, consent_acknowledge_loss, consent_at, payment_mode,
      purchase.created_at - interval '1 hour'
    from purchase, members where purchase.id = $1`,
    id,
    count,
  )
}

test('purchases of another provider are left to it', async () => {
  await using app = await startDeafApp()
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  await app.rows("update purchase set payment_mode = 'stripe' where id = $1", id)
  app.clock.advance({ hours: 25 })
  const before = app.sandbox.exchanges().length

  await reconcile(app)

  expect(app.sandbox.exchanges()).toHaveLength(before)
  expect(await statusOf(app, id)).toBe('pending')
})

test('the job reconciles as well', async () => {
  await using app = await startDeafApp()
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  app.clock.advance({ minutes: 3 })

  await app.run('reconcile-payments')

  expect(await statusOf(app, id)).toBe('completed')
})
