import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { makeOrder, submitCheckout } from '#tests/support/given/checkout.ts'
import { buy, newRefund, readRecords, refundsAtProvider } from '#tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)

/** An order for the better package, with the refund that the page offers for the old one. */
async function upgradeOrder(member: Member, start: 'today' | 'later' = 'today') {
  const { body } = await member.get('/api/quotes/uk/study-world-pro/member')
  const { purchaseId, credit } = body.data.upgrade
  const order = await makeOrder(member, 'study-world-pro', start)
  return { ...order, upgrade: { purchaseId, expectedCredit: credit } }
}

async function useConsultation(purchaseId: string) {
  await app.rows(
    `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
     select id, 'consultation', 'use', -1, now() from entitlement where purchase_id = $1`,
    purchaseId,
  )
}

test('an upgrade charges the full price, ends the old package and refunds its unused part', async () => {
  const { member, id: oldId, paymentIntentId } = await buy(app, { packageId: 'study-world-basic' })
  await useConsultation(oldId)
  const { body: quote } = await member.get('/api/quotes/uk/study-world-pro/member')
  expect(quote.data).toMatchObject({
    price: { total: 23_880 },
    upgrade: { purchaseId: oldId, packageTitle: 'STUDY WORLD', credit: 10_098, currency: 'GBP' },
  })

  const { body } = await member.post('/api/purchases', await upgradeOrder(member))
  await app.pay(body.data.clientSecret)
  const bought = await member.post(`/api/purchases/${body.data.purchase.id}/confirmation`)
  expect(bought.body.data).toMatchObject({
    status: 'completed',
    total: 23_880,
    upgrade: { credit: 10_098, currency: 'GBP' },
  })
  const { body: owned } = await member.get('/api/entitlements')
  // The provider counts in whole seconds, so both packages may have the same start time and be returned in either
  // order.
  const states = owned.data.items.map(({ packageId, state }: Record<string, string>) => [packageId, state])
  expect(Object.fromEntries(states)).toEqual({ 'study-world-pro': 'active', 'study-world-basic': 'cancelled' })
  await app.settle()

  expect(refundsAtProvider(app, paymentIntentId)).toMatchObject([{ amount: 10_098 }])
  expect(await readRecords(app, oldId)).toMatchObject({ status: 'partially_refunded', credited: 10_098, runs: false })
  expect(await readRecords(app, body.data.purchase.id)).toMatchObject({ ledger: ['charge 23880'], runs: true })
})

test('no upgrade is offered to other members, if there is no better package, or after a refund', async () => {
  const staff = await app.quickMember('administrator')
  const { member, id } = await buy(app, { packageId: 'study-world-basic' })
  expect((await member.get('/api/quotes/uk/study-world-pro')).body.data.upgrade).toBeNull()
  expect((await member.get('/api/quotes/uk/biz-future-pro/member')).body.data.upgrade).toBeNull()
  expect((await staff.get('/api/quotes/uk/study-world-pro/member')).body.data.upgrade).toBeNull()
  await staff.post(`/api/admin/purchases/${id}/refunds`, newRefund(100))
  expect((await member.get('/api/quotes/uk/study-world-pro/member')).body.data.upgrade).toBeNull()
})

test('a member who owns the better package is offered no upgrade', async () => {
  const { member } = await buy(app, { packageId: 'study-world-basic' })
  expect((await member.get('/api/quotes/uk/study-world-pro/member')).body.data.upgrade).toMatchObject({
    credit: 11_880,
  })
  const order = await makeOrder(member, 'study-world-pro')
  const { body } = await submitCheckout(member, order)
  await app.pay(body.data.clientSecret)
  await app.settle()
  const { upgrade, runsUntil } = (await member.get('/api/quotes/uk/study-world-pro/member')).body.data
  expect([upgrade, typeof runsUntil]).toEqual([null, 'string'])
})

test('an order with an outdated upgrade credit is refused, and the new credit is shown', async () => {
  const { member, id } = await buy(app, { packageId: 'study-world-basic' })
  const order = await upgradeOrder(member)
  await useConsultation(id)
  const { status, body } = await member.post('/api/purchases', order)
  expect([status, body.code, body.data.upgrade.credit]).toEqual([409, 'upgrade-changed', 10_098])
  const strangerOrder = { ...order, upgrade: { purchaseId: order.upgrade.purchaseId, expectedCredit: 11_880 } }
  expect((await (await app.quickMember()).post('/api/purchases', strangerOrder)).body.code).toBe('upgrade-changed')
})

test('an upgrade requires a start today', async () => {
  const { member } = await buy(app, { packageId: 'study-world-basic' })
  const order = await upgradeOrder(member, 'later')
  expect((await member.post('/api/purchases', order)).body.code).toBe('upgrade-starts-now')
})

test('deselecting the upgrade in another tab starts a new purchase and keeps the old package', async () => {
  const { member, id: oldId } = await buy(app, { packageId: 'study-world-basic' })
  const order = await upgradeOrder(member)
  const upgrade = await member.post('/api/purchases', order)
  const ordinary = await submitCheckout(member, { ...order, upgrade: null } as never)
  expect(ordinary.body.data.purchase.id).not.toBe(upgrade.body.data.purchase.id)
  await app.pay(ordinary.body.data.clientSecret)
  await app.settle()
  expect(await readRecords(app, oldId)).toMatchObject({ status: 'completed', refunded: 0, runs: true })
})

test('three parallel upgrades refund the old package once', async () => {
  const { member, id: oldId, paymentIntentId } = await buy(app, { packageId: 'study-world-basic' })
  const order = await upgradeOrder(member)
  const responses = await Promise.all([1, 2, 3].map(() => member.post('/api/purchases', order)))
  expect(new Set(responses.map(({ body }) => body.data.purchase.id)).size).toBe(1)
  await app.pay(responses[0]?.body.data.clientSecret)
  await Promise.all([app.settle(), member.post(`/api/purchases/${responses[0]?.body.data.purchase.id}/confirmation`)])
  await app.settle()
  expect(refundsAtProvider(app, paymentIntentId)).toMatchObject([{ amount: 11_880 }])
  expect(await readRecords(app, oldId)).toMatchObject({ status: 'refunded', refunds: ['succeeded'] })
})

test('the database allows one upgrade per package', async () => {
  const { member, id: oldId } = await buy(app, { packageId: 'study-world-basic' })
  await member.post('/api/purchases', await upgradeOrder(member))
  const { id: otherId } = await buy(app, { member })
  const secondUpgrade = app.rows(
    'update purchase set upgrades_purchase_id = $1, upgrade_credit = 1 where id = $2',
    oldId,
    otherId,
  )
  await expect(secondUpgrade).rejects.toThrow('purchase_one_upgrade_idx')
})

test.each([
  ['part of it was refunded', 10_000, ['succeeded', 'succeeded'], 11_880],
  ['all of it was refunded', 11_880, ['succeeded'], 11_880],
])(
  'an upgrade refunds only what is left if %s while the upgrade was being paid for',
  async (_, amount, refunds, credited) => {
    const staff = await app.quickMember('administrator')
    const { member, id: oldId } = await buy(app, { packageId: 'study-world-basic' })
    const { body } = await member.post('/api/purchases', await upgradeOrder(member))
    await staff.post(`/api/admin/purchases/${oldId}/refunds`, newRefund(amount))
    await app.settle()
    await app.pay(body.data.clientSecret)
    await app.settle()

    expect(await readRecords(app, body.data.purchase.id)).toMatchObject({ status: 'completed', runs: true })
    expect(await readRecords(app, oldId)).toMatchObject({ refunds, credited, runs: false })
    expect(await app.rows('select kind from payment_anomaly where subject = $1', body.data.purchase.id)).toEqual([
      { kind: 'upgrade-credit-short' },
    ])
  },
)

test('a failed refund for an upgraded package does not reinstate the package', async () => {
  const { member, id: oldId } = await buy(app, { packageId: 'study-world-basic', card: 'tok_refundFail' })
  const { body } = await member.post('/api/purchases', await upgradeOrder(member))
  await app.pay(body.data.clientSecret)
  await app.settle()
  app.sandbox.settleRefunds()
  await app.settle()

  expect(await readRecords(app, oldId)).toMatchObject({
    status: 'completed',
    refunded: 0,
    refunds: ['failed'],
    runs: false,
  })
  expect((await member.get('/api/quotes/uk/study-world-pro/member')).body.data.upgrade).toBeNull()
})

test('a subscription can replace the weekly package', async () => {
  const { member, id: oldId, paymentIntentId } = await buy(app)
  const { body: quote } = await member.get('/api/quotes/uk/my-future-pro/member')
  expect(quote.data.upgrade).toMatchObject({ purchaseId: oldId, credit: 11_880 })
  const order = await makeOrder(member, 'my-future-pro')
  const upgrade = { purchaseId: oldId, expectedCredit: 11_880 }
  const { body } = await member.post('/api/purchases', { ...order, upgrade })
  await app.pay(body.data.clientSecret)
  await app.settle()

  expect(refundsAtProvider(app, paymentIntentId)).toMatchObject([{ amount: 11_880 }])
  expect(await readRecords(app, oldId)).toMatchObject({ status: 'refunded', runs: false })
  expect(await readRecords(app, body.data.purchase.id)).toMatchObject({ status: 'completed', runs: true })
})

test('an upgrade still unpaid after 30 minutes is cancelled, so that sessions used later are not refunded', async () => {
  await using timedApp = await startApp()
  const { member } = await buy(timedApp, { packageId: 'study-world-basic' })
  const { body } = await member.post('/api/purchases', await upgradeOrder(member))
  const { purchase, clientSecret } = body.data
  const statusAfter = async (time: { minutes: number }) => {
    timedApp.clock.advance(time)
    await timedApp.run('reconcile-payments')
    return (await timedApp.rows('select status from purchase where id = $1', purchase.id))[0].status
  }

  expect(await statusAfter({ minutes: 29 })).toBe('pending')
  expect(await statusAfter({ minutes: 1 })).toBe('cancelled')
  expect((await timedApp.pay(clientSecret)).error?.code).toBe('payment_intent_unexpected_state')
})
