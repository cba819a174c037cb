import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { payFor, readPurchaseStatus, startPaying } from '#tests/support/given/checkout.ts'
import { reconcilePayments } from '../../reconciliation/server/reconcile-payments.ts'
import { acquireLock } from '../../reconciliation/server/store.ts'
import { handleStripeEvent } from './handle-stripe-event.ts'

const app = await startApp()
app.sandbox.disturbWebhooks({ drop: true })
afterAll(app.close)

const context = { ...app.context, provider: app.provider }
const addEvent = (id: string, paymentIntentId: string) =>
  app.rows(
    `insert into stripe_event (id, type, payment_intent_id, received_at)
     values ($1, 'payment_intent.succeeded', $2, now() - interval '10 minutes')`,
    id,
    paymentIntentId,
  )

test('an event whose job was lost is handled after five minutes', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret, paymentIntentId } = await startPaying(ada)
  await app.pay(clientSecret)
  await addEvent('evt_lost', paymentIntentId)

  const result = await reconcilePayments(context)

  expect(result?.events).toMatchObject({ worked: 1, failed: 0 })
  expect(await readPurchaseStatus(app, id)).toBe('completed')
})

test('a failing event does not delay other events and is reported once, after five attempts', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret, paymentIntentId } = await startPaying(ada)
  await app.pay(clientSecret)
  await addEvent('evt_bad', 'pi_bad')
  await addEvent('evt_good', paymentIntentId)
  const failingContext = {
    ...context,
    provider: {
      ...app.provider,
      findPayment: async (payment: string) => {
        if (payment === 'pi_bad') throw new TypeError('Something that nobody thought of')
        return app.provider.findPayment(payment)
      },
    },
  }
  await reconcilePayments(failingContext)
  expect(await readPurchaseStatus(app, id)).toBe('completed')
  expect(await app.rows('select 1 from payment_anomaly')).toEqual([])

  for (let attempt = 2; attempt <= 7; attempt += 1) await handleStripeEvent(failingContext, 'evt_bad').catch(() => {})

  expect(await app.rows('select kind, subject from payment_anomaly')).toEqual([
    { kind: 'event-failed', subject: 'evt_bad' },
  ])
})

test('undelivered events are fetched once and handled', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)

  const firstRun = await reconcilePayments(context)
  const secondRun = await reconcilePayments(context)
  await app.settle()

  expect(firstRun?.events.fetched).toBeGreaterThan(0)
  expect(secondRun?.events.fetched).toBe(0)
  expect(await readPurchaseStatus(app, id)).toBe('completed')
  expect(await app.rows('select payment_mode from payment_cursor')).toEqual([{ payment_mode: 'sandbox' }])
})

test('the cursor stays unchanged if the event list cannot be read', async () => {
  const [{ events_until: before }] = await app.rows('select events_until from payment_cursor')
  app.clock.advance({ minutes: 1 })
  app.sandbox.injectFault({ mode: 'truncate', path: '/v1/events' })

  await reconcilePayments(context)

  expect(await app.rows('select events_until from payment_cursor')).toEqual([{ events_until: before }])
})

test('only one run can hold the lock; another takes over at startup or when the lock expires', async () => {
  const lockedBy = crypto.randomUUID()
  await acquireLock(app.context.db, { mode: 'sandbox', lockedBy, takesOver: false })

  expect(await reconcilePayments(context)).toBeUndefined()
  expect(await reconcilePayments(context, { isAtStart: true })).toBeDefined()

  await acquireLock(app.context.db, { mode: 'sandbox', lockedBy, takesOver: false })
  await app.rows("update payment_reconciliation set locked_until = now() - interval '1 second'")
  expect(await reconcilePayments(context)).toBeDefined()
})

test('a run that has lost its lock stops before the next purchase', async () => {
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  await startPaying(ada)
  await startPaying(grace)
  app.clock.advance({ minutes: 3 })
  let paymentReads = 0
  const overtakenContext = {
    ...context,
    provider: {
      ...app.provider,
      findPayment: async (payment: string) => {
        paymentReads += 1
        const otherRun = { mode: 'sandbox', lockedBy: crypto.randomUUID(), takesOver: true } as const
        await acquireLock(app.context.db, otherRun)
        return app.provider.findPayment(payment)
      },
    },
  }

  await reconcilePayments(overtakenContext)

  expect(paymentReads).toBe(1)
  await app.rows('delete from payment_reconciliation')
})
