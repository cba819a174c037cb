import { afterAll, expect, test } from 'vitest'
import { markGivenUp } from '#features/payments/server/give-up-purchase.ts'
import { orderOf, startPaying } from '../support/checkout.ts'
import { booksOf, buy } from '../support/returns.ts'
import { startApp } from '../support/start-app.ts'
import { subscriptionRow } from '../support/subscription.ts'

/** What comes together in the database: each is held at the same row until both wait, and neither may wait for ever. */

const app = await startApp()
afterAll(app.close)

async function countWaiting() {
  const [row] = await app.rows(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return row.count
}

/** Lets all of them come to a row that is held, in this order, and go on from there together. */
async function meetAt<Answer>(row: string, works: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const holder = await app.database.pool.connect()
  await holder.query('begin')
  await holder.query(`select from ${row} for update`)
  const answers: Promise<Answer>[] = []
  for (const work of works) {
    answers.push(work())
    await expect.poll(countWaiting, { timeout: 4_000, interval: 5 }).toBe(answers.length)
  }
  await holder.query('commit')
  holder.release()
  return Promise.all(answers)
}

/** Paid at the provider, which has not told us. */
async function payUnheard(clientSecret: string) {
  app.sandbox.disturbWebhooks({ hold: true })
  await app.pay(clientSecret)
}

async function hearAll() {
  await app.sandbox.releaseWebhooks()
  app.sandbox.calmWebhooks()
  await app.settle()
}

test('a package is cancelled in the moment in which the subscription is paid that takes its place', async () => {
  const { member, id: old } = await buy(app)
  const upgrade = { purchaseId: old, expectedCredit: 11_880 }
  const { body } = await member.post('/api/purchases', { ...(await orderOf(member, 'my-future-pro')), upgrade })
  const { id } = body.data.purchase
  await payUnheard(body.data.clientSecret)

  const [confirmed, withdrawn] = await meetAt(`entitlement where purchase_id = '${old}'`, [
    () => member.post(`/api/purchases/${id}/confirmation`),
    () => member.post(`/api/purchases/${old}/withdrawal`, { expectedRefund: 11_880 }),
  ])
  await hearAll()

  expect([confirmed?.status, confirmed?.body.data.status]).toEqual([200, 'completed'])
  expect([withdrawn?.status, withdrawn?.body.code]).toEqual([409, 'cannot-withdraw'])
  expect(await booksOf(app, id)).toMatchObject({ status: 'completed', runs: true })
  expect(await booksOf(app, old)).toMatchObject({ status: 'refunded', credited: 11_880, runs: false })
})

test('a subscription that is paid in the moment in which it is given up goes on', async () => {
  const member = await app.quickMember()
  const { id, clientSecret } = await startPaying(member, 'my-future-pro')
  const [{ subscription_id: subscriptionId }] = await app.rows('select subscription_id from purchase where id = $1', id)
  await payUnheard(clientSecret)

  await meetAt<unknown>(`subscription where id = '${subscriptionId}'`, [
    () => member.post(`/api/purchases/${id}/confirmation`),
    () => markGivenUp(app.context, id),
  ])
  await hearAll()

  expect(await booksOf(app, id)).toMatchObject({ status: 'completed', runs: true })
  expect(await subscriptionRow(app, subscriptionId)).toMatchObject({ status: 'active', ended_at: null })
})

test('whoever cancels a package while the account is being deleted in another tab is told that nobody is logged in', async () => {
  const { member, id } = await buy(app)
  const [deleted, withdrawn] = await meetAt(`purchase where id = '${id}'`, [
    () => member.send('DELETE', '/api/account', { confirmation: 'DELETE' }),
    () => member.post(`/api/purchases/${id}/withdrawal`, { expectedRefund: 11_880 }),
  ])
  expect([deleted?.status, withdrawn?.status]).toEqual([200, 401])
  expect(await booksOf(app, id)).toMatchObject({ status: 'completed', refunded: 0, runs: false })
})
