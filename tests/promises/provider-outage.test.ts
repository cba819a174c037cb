import { afterAll, expect, test } from 'vitest'
import { startApp } from '../support/app/start-app.ts'
import { givenBookableConsultant } from '../support/given/bookable-consultants.ts'
import { book, hoursAhead, memberWithPackage } from '../support/given/bookings.ts'
import { makeOrder, payFor, startPaying, submitCheckout } from '../support/given/checkout.ts'
import { buy, newRefund } from '../support/given/refunds.ts'
import { subscribe } from '../support/given/subscriptions.ts'
import { expectSettled, expectSound, readBooks } from '../support/proof/check-books.ts'
import { recordMeasurement } from '../support/proof/record-measurement.ts'
import { isStressTest } from '../support/proof/stress-test-size.ts'

/**
 * Stripe is down for an hour, with no responses and no webhooks. Everything else works, affected requests say why, and
 * open work completes afterwards without help.
 */

const MINUTES_AWAY = 60
/** Scheduled jobs call Stripe every five minutes and wait for its response each time. */
const MINUTES_BETWEEN_RUNS = isStressTest ? 5 : 30

const app = await startApp()
afterAll(app.close)
await givenBookableConsultant(app)
const staff = await app.quickMember('administrator')

function startOutage() {
  app.sandbox.injectFault({ mode: 'drop_before', count: Number.POSITIVE_INFINITY })
  app.sandbox.disturbWebhooks({ drop: true })
}

function endOutage() {
  app.sandbox.clearFaults()
  app.sandbox.disturbWebhooks()
}

const scheduledJobs = ['reconcile-payments', 'reconcile-subscriptions', 'remind-unfinished-payments', 'remind-renewals']

/** Advances our clock and Stripe's, and runs all scheduled jobs that fall due meanwhile. */
async function advanceMinutes(minutes: number) {
  for (let elapsed = 0; elapsed < minutes; elapsed += MINUTES_BETWEEN_RUNS) {
    app.clock.advance({ minutes: MINUTES_BETWEEN_RUNS })
    app.sandbox.advanceClock({ hours: MINUTES_BETWEEN_RUNS / 60 })
    for (const name of scheduledJobs) await app.run(name)
    await app.runJobs({ send: async (email) => void app.mails.push(email) })
  }
}

test('while Stripe is down for an hour, everything else works, and afterwards all payments are settled', async () => {
  const order = await makeOrder(await app.quickMember())
  const payer = await app.quickMember()
  const halfPaid = await app.quickMember()
  const subscriber = await app.quickMember()
  const { id: subscriptionId } = await subscribe(app, subscriber)
  const refunded = await buy(app)
  const { member: booker, entitlementId } = await memberWithPackage(app)
  const started = await startPaying(halfPaid)
  app.sandbox.disturbWebhooks({ drop: true })
  const purchaseId = await payFor(app, payer)

  startOutage()
  // Requests that need Stripe are refused with a reason, and nothing is lost.
  const lateBuyer = await app.quickMember()
  const confirmation = await payer.post(`/api/purchases/${purchaseId}/confirmation`)
  expect([confirmation.status, confirmation.body.code]).toEqual([503, 'provider-unavailable'])
  const submitted = await submitCheckout(lateBuyer, order)
  expect([submitted.status, submitted.body.code]).toEqual([503, 'provider-unavailable'])
  const cancelled = await subscriber.post(`/api/subscriptions/${subscriptionId}/cancellation`)
  expect([cancelled.status, cancelled.body.code]).toEqual([503, 'provider-unavailable'])
  // A refund is accepted during the outage and sent later.
  const refund = await staff.post(`/api/admin/purchases/${refunded.id}/refunds`, newRefund(2_500))
  expect(refund.status).toBe(200)
  // Everything else works.
  expect((await book(booker, { entitlementId, startsAt: hoursAhead(app, 48) })).status).toBe(200)
  for (const address of ['/api/portal/dashboard', '/api/purchases', '/api/entitlements', '/api/subscriptions'])
    expect([address, (await payer.get(address)).status]).toEqual([address, 200])
  await advanceMinutes(MINUTES_AWAY)
  expect((await readBooks(app, payer.id)).map(({ status }) => status)).toEqual(['pending'])

  endOutage()
  await app.pay(started.clientSecret)
  await advanceMinutes(MINUTES_BETWEEN_RUNS)

  const listStatuses = async (member: { id: string }) => (await readBooks(app, member.id)).map(({ status }) => status)
  expect(await listStatuses(payer)).toEqual(['completed'])
  expect(await listStatuses(halfPaid)).toEqual(['completed'])
  // After an hour, their login sessions have expired.
  expect((await submitCheckout(await app.returning(lateBuyer), order)).status).toBe(200)
  const returnedSubscriber = await app.returning(subscriber)
  expect((await returnedSubscriber.post(`/api/subscriptions/${subscriptionId}/cancellation`)).status).toBe(200)
  for (const member of [payer, halfPaid, subscriber, refunded.member]) {
    for (const books of await readBooks(app, member.id)) {
      expectSound(books)
      expectSettled(books)
    }
  }
  expect(await app.rows('select * from payment_anomaly')).toEqual([])
  recordMeasurement(
    'Provider outage',
    `an hour without answers and webhooks: every member got a message, 2 payments found, 1 refund sent within ${MINUTES_BETWEEN_RUNS} minutes of recovery, no case for staff`,
    'recovers by itself',
  )
})
