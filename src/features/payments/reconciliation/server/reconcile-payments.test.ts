import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { payFor, paymentsAtProvider, readPurchaseStatus, startPaying } from '#tests/support/given/checkout.ts'
import { buy, newRefund } from '#tests/support/given/refunds.ts'
import { reconcilePayments, reconcileRefunds } from './reconcile-payments.ts'

/** This app's clock only moves forward, and its provider sends no webhooks. */
const app = await startApp()
app.sandbox.disturbWebhooks({ drop: true })
afterAll(app.close)

const reconcile = () => reconcilePayments({ ...app.context, provider: app.provider })

test('a payment whose webhook was lost is completed once, after two minutes', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  app.clock.advance({ minutes: 1, seconds: 50 })
  await reconcile()
  expect(await readPurchaseStatus(app, id)).toBe('pending')
  app.clock.advance({ seconds: 15 })

  await reconcile()
  await reconcile()
  await app.settle()

  expect(await readPurchaseStatus(app, id)).toBe('completed')
  expect(await app.rows('select 1 from document where purchase_id = $1', id)).toHaveLength(1)
  expect(await app.rows('select 1 from email where reason = $1', `purchase-confirmation:${id}`)).toHaveLength(1)
})

test('a purchase still unpaid after three days is cancelled at the provider and in our database', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  const grace = await app.quickMember()
  const { id: neverCreated } = await startPaying(grace)
  await app.rows('update purchase set payment_intent_id = null where id = $1', neverCreated)
  app.clock.advance({ hours: 71, minutes: 59 })
  await reconcile()
  expect([await readPurchaseStatus(app, id), await readPurchaseStatus(app, neverCreated)]).toEqual([
    'pending',
    'pending',
  ])
  app.clock.advance({ minutes: 2 })

  await reconcile()

  expect([await readPurchaseStatus(app, id), await readPurchaseStatus(app, neverCreated)]).toEqual([
    'cancelled',
    'cancelled',
  ])
  expect(paymentsAtProvider(app, id)).toMatchObject([{ status: 'canceled' }])
})

test('an old purchase that has been paid is completed instead of cancelled', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  app.clock.advance({ hours: 73 })

  await reconcile()

  expect(await readPurchaseStatus(app, id)).toBe('completed')
})

test('a payment that the bank is processing stays pending after three days', async () => {
  const ada = await app.quickMember()
  app.sandbox.slowBank(true)
  const id = await payFor(app, ada)
  app.sandbox.slowBank(false)
  app.clock.advance({ hours: 73 })
  await reconcile()
  expect(await readPurchaseStatus(app, id)).toBe('pending')

  app.sandbox.settlePayments()
  await reconcile()

  expect(await readPurchaseStatus(app, id)).toBe('completed')
})

test('if reconciling one purchase fails, the others are not delayed', async () => {
  const [ada, grace, edith] = [await app.quickMember(), await app.quickMember(), await app.quickMember()]
  const { id: lost, paymentIntentId } = await startPaying(ada)
  await app.rows("update purchase set payment_intent_id = 'pi_lost' where id = $1", lost)
  const failing = await payFor(app, grace)
  const payable = await payFor(app, edith)
  app.clock.advance({ minutes: 3 })
  const [{ payment_intent_id: failingPayment }] = await app.rows(
    'select payment_intent_id from purchase where id = $1',
    failing,
  )
  app.sandbox.injectFault({ mode: 'truncate', path: `/v1/payment_intents/${failingPayment}` })

  await reconcile()

  expect([
    await readPurchaseStatus(app, lost),
    await readPurchaseStatus(app, failing),
    await readPurchaseStatus(app, payable),
  ]).toEqual(['pending', 'pending', 'completed'])
  expect(await app.rows('select kind, subject from payment_anomaly')).toEqual([
    { kind: 'payment-missing', subject: 'pi_lost' },
  ])
  await reconcile()
  expect(await readPurchaseStatus(app, failing)).toBe('completed')
  expect(paymentIntentId).toMatch(/^pi_/)
})

test('reconciliation completes a paid purchase even if 200 unpaid ones come first', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  await addOlderOpenPurchases(id, 200)
  app.clock.advance({ minutes: 3 })

  await reconcile()

  expect(await readPurchaseStatus(app, id)).toBe('completed')
})

test('purchases made with another provider are left unchanged', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  await app.rows("update purchase set payment_mode = 'stripe' where id = $1", id)
  app.clock.advance({ hours: 73 })

  await reconcile()

  expect(await readPurchaseStatus(app, id)).toBe('pending')
  expect(paymentsAtProvider(app, id)).toMatchObject([{ status: 'requires_payment_method' }])
})

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

/** Copies the purchase for other members, as unpaid purchases that were started an hour earlier. */
async function addOlderOpenPurchases(id: string, count: number) {
  await app.rows(
    `with members as (
      insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
      select 'm' || n, 'm' || n, '', '', '', '', 'member', now() from generate_series(1, $2) n returning id
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
