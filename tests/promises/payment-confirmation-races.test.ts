import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { handleStripeEvent } from '#features/payments/webhooks/server/handle-stripe-event.ts'
import { startApp } from '../support/app/start-app.ts'
import { eventAbout, postEvent } from '../support/app/webhooks.ts'
import { startPaying } from '../support/given/checkout.ts'
import { completedOnce, countPurchaseRecords } from '../support/proof/purchase-records.ts'
import { stressTestSize } from '../support/proof/stress-test-size.ts'

const races = stressTestSize('RACES', 40)
/** The most by which the browser or the webhook may come first. */
const SPREAD_MS = 5

const app = await startApp()
afterAll(app.close)

test('confirmations by browser and webhook within five milliseconds create only one purchase and invoice', async () => {
  app.sandbox.disturbWebhooks({ drop: true })
  for (let race = 0; race < races; race++) await raceOnce((race % (2 * SPREAD_MS + 1)) - SPREAD_MS)
  await app.settle()

  expect(await countPurchaseRecords(app)).toEqual(Array(races).fill(completedOnce))
  expect(await app.rows('select * from payment_anomaly')).toEqual([])
  expect(app.logLines).toEqual([])
})

/** @param lead milliseconds by which the browser precedes the webhook; negative if it comes second */
async function raceOnce(lead: number) {
  const member = await app.quickMember()
  const { id, clientSecret, paymentIntentId } = await startPaying(member)
  await app.pay(clientSecret)
  const event = eventAbout(paymentIntentId)
  const confirm = async () => {
    await pause(Math.max(0, -lead))
    return member.post(`/api/purchases/${id}/confirmation`)
  }
  const webhook = async () => {
    await pause(Math.max(0, lead))
    const answer = await postEvent(app, event)
    await handleStripeEvent({ ...app.context, provider: app.provider }, event.id)
    return answer
  }
  const [confirmed, received] = await Promise.all([confirm(), webhook()])
  expect([confirmed.status, confirmed.body.data.status, received.status]).toEqual([200, 'completed', 200])
}
