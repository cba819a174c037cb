import { afterAll, expect, test } from 'vitest'
import { markAbandoned } from '#features/payments/checkout/server/cancel-purchase.ts'
import { countWaiting } from '../../support/app/server-database.ts'
import { startApp } from '../../support/app/start-app.ts'
import { makeOrder, startPaying } from '../../support/given/checkout.ts'
import { buy, readRecords } from '../../support/given/refunds.ts'
import { subscriptionRow } from '../../support/given/subscriptions.ts'

/** Concurrent payment operations that need the same locked row must not deadlock. */

const app = await startApp()
afterAll(app.close)

/** Makes all operations wait for a locked row in this order, then lets them continue together. */
async function meetAtLock<Answer>(row: string, operations: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const holder = await app.database.pool.connect()
  await holder.query('begin')
  await holder.query(`select from ${row} for update`)
  const answers: Promise<Answer>[] = []
  for (const work of operations) {
    answers.push(work())
    await expect.poll(() => countWaiting(app), { interval: 5 }).toBe(answers.length)
  }
  await holder.query('commit')
  holder.release()
  return Promise.all(answers)
}

/** Pays at Stripe, but holds the webhook back. */
async function payWithoutWebhook(clientSecret: string) {
  app.sandbox.disturbWebhooks({ hold: true })
  await app.pay(clientSecret)
}

async function deliverWebhooks() {
  await app.sandbox.releaseWebhooks()
  app.sandbox.calmWebhooks()
  await app.settle()
}

test('if a package is cancelled while its upgrade is being paid for, it is replaced and refunded only once', async () => {
  const { member, id: oldPurchaseId } = await buy(app)
  const upgrade = { purchaseId: oldPurchaseId, expectedCredit: 11_880 }
  const { body } = await member.post('/api/purchases', { ...(await makeOrder(member, 'my-future-pro')), upgrade })
  const { id } = body.data.purchase
  await payWithoutWebhook(body.data.clientSecret)

  const [confirmed, withdrawn] = await meetAtLock(`entitlement where purchase_id = '${oldPurchaseId}'`, [
    () => member.post(`/api/purchases/${id}/confirmation`),
    () => member.post(`/api/purchases/${oldPurchaseId}/withdrawal`, { expectedRefund: 11_880 }),
  ])
  await deliverWebhooks()

  expect([confirmed?.status, confirmed?.body.data.status]).toEqual([200, 'completed'])
  expect([withdrawn?.status, withdrawn?.body.code]).toEqual([409, 'cannot-withdraw'])
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', runs: true })
  expect(await readRecords(app, oldPurchaseId)).toMatchObject({ status: 'refunded', credited: 11_880, runs: false })
})

test('if a subscription is paid for just as it is marked as abandoned, it stays active', async () => {
  const member = await app.quickMember()
  const { id, clientSecret } = await startPaying(member, 'my-future-pro')
  const [{ subscription_id: subscriptionId }] = await app.rows('select subscription_id from purchase where id = $1', id)
  await payWithoutWebhook(clientSecret)

  await meetAtLock<unknown>(`subscription where id = '${subscriptionId}'`, [
    () => member.post(`/api/purchases/${id}/confirmation`),
    () => markAbandoned(app.context, id),
  ])
  await deliverWebhooks()

  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', runs: true })
  expect(await subscriptionRow(app, subscriptionId)).toMatchObject({ status: 'active', ended_at: null })
})

test('cancelling a package during account deletion returns a 401', async () => {
  const { member, id } = await buy(app)
  const [deleted, withdrawn] = await meetAtLock(`purchase where id = '${id}'`, [
    () => member.send('DELETE', '/api/account', { confirmation: 'DELETE' }),
    () => member.post(`/api/purchases/${id}/withdrawal`, { expectedRefund: 11_880 }),
  ])
  expect([deleted?.status, withdrawn?.status]).toEqual([200, 401])
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', refunded: 0, runs: false })
})
