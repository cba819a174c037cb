import { afterAll, expect, test } from 'vitest'
import { givenBookableConsultant } from '../support/bookable-consultants.ts'
import { book, hoursAhead, memberWithPackage } from '../support/bookings.ts'
import { expectSettled, expectSound, readBooks } from '../support/check-books.ts'
import { orderOf, payFor, pressPay, startPaying } from '../support/checkout.ts'
import { noteFigure } from '../support/note-figure.ts'
import { isLongProof } from '../support/proof-size.ts'
import { buy, refundOf } from '../support/returns.ts'
import { startApp } from '../support/start-app.ts'
import { subscribe } from '../support/subscription.ts'

/**
 * The payment provider is away for an hour: it answers nobody, and none of its webhooks arrive. What does not need it
 * goes on; whoever needs it is told; and what was begun comes to its end without anybody's help.
 */

const MINUTES_AWAY = 60
/** Our own work by the clock asks the provider every five minutes, and each time it waits for an answer. */
const MINUTES_BETWEEN_RUNS = isLongProof ? 5 : 30

const app = await startApp()
afterAll(app.close)
await givenBookableConsultant(app)
const staff = await app.quickMember('administrator')

function takeAway() {
  app.sandbox.injectFault({ mode: 'drop_before', count: Number.POSITIVE_INFINITY })
  app.sandbox.disturbWebhooks({ drop: true })
}

function bringBack() {
  app.sandbox.clearFaults()
  app.sandbox.disturbWebhooks()
}

const workByClock = ['reconcile-payments', 'reconcile-subscriptions', 'remind-of-payments', 'remind-of-renewals']

/** An hour of ours and of the provider, with all that runs by the clock on the way. */
async function letMinutesPass(minutes: number) {
  for (let passed = 0; passed < minutes; passed += MINUTES_BETWEEN_RUNS) {
    app.clock.advance({ minutes: MINUTES_BETWEEN_RUNS })
    app.sandbox.advanceClock({ hours: MINUTES_BETWEEN_RUNS / 60 })
    for (const name of workByClock) await app.run(name)
    await app.runJobs({ send: async (letter) => void app.mails.push(letter) })
  }
}

test('while the payment provider is away for an hour all else goes on, and afterwards every payment is where it belongs', async () => {
  const order = await orderOf(await app.quickMember())
  const paidBefore = await app.quickMember()
  const half = await app.quickMember()
  const subscriber = await app.quickMember()
  const { id: subscriptionId } = await subscribe(app, subscriber)
  const refunded = await buy(app)
  const { member: booker, entitlementId } = await memberWithPackage(app)
  const opened = await startPaying(half)
  app.sandbox.disturbWebhooks({ drop: true })
  const paid = await payFor(app, paidBefore)

  takeAway()
  // Who needs the provider is told so, and nothing is lost.
  const late = await app.quickMember()
  const confirmation = await paidBefore.post(`/api/purchases/${paid}/confirmation`)
  expect([confirmation.status, confirmation.body.code]).toEqual([503, 'provider-away'])
  const pressed = await pressPay(late, order)
  expect([pressed.status, pressed.body.code]).toEqual([503, 'provider-away'])
  const cancelled = await subscriber.post(`/api/subscriptions/${subscriptionId}/cancellation`)
  expect([cancelled.status, cancelled.body.code]).toEqual([503, 'provider-away'])
  // Money that goes back is promised now and sent later.
  const refund = await staff.post(`/api/admin/purchases/${refunded.id}/refunds`, refundOf(2_500))
  expect(refund.status).toBe(200)
  // All else goes on.
  expect((await book(booker, { entitlementId, startsAt: hoursAhead(app, 48) })).status).toBe(200)
  for (const address of ['/api/portal/dashboard', '/api/purchases', '/api/entitlements', '/api/subscriptions'])
    expect([address, (await paidBefore.get(address)).status]).toEqual([address, 200])
  await letMinutesPass(MINUTES_AWAY)
  expect((await readBooks(app, paidBefore.id)).map(({ status }) => status)).toEqual(['pending'])

  bringBack()
  await app.pay(opened.clientSecret)
  await letMinutesPass(MINUTES_BETWEEN_RUNS)

  const stateOf = async (member: { id: string }) => (await readBooks(app, member.id)).map(({ status }) => status)
  expect(await stateOf(paidBefore)).toEqual(['completed'])
  expect(await stateOf(half)).toEqual(['completed'])
  // After an hour they log in again.
  expect((await pressPay(await app.returning(late), order)).status).toBe(200)
  const leaver = await app.returning(subscriber)
  expect((await leaver.post(`/api/subscriptions/${subscriptionId}/cancellation`)).status).toBe(200)
  for (const member of [paidBefore, half, subscriber, refunded.member]) {
    for (const books of await readBooks(app, member.id)) {
      expectSound(books)
      expectSettled(books)
    }
  }
  expect(await app.rows('select * from payment_anomaly')).toEqual([])
  noteFigure(
    'Provider away',
    `an hour without answers and webhooks: everybody told, 2 payments found, 1 refund sent within ${MINUTES_BETWEEN_RUNS} minutes of its return, no case for staff`,
    'recovers by itself',
  )
}, 180_000)
