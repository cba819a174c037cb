import { afterAll, expect, test } from 'vitest'
import { createForeignPayment, payFor, startPaying } from '../../../../tests/support/checkout.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { subscribe } from '../../../../tests/support/subscription.ts'
import { comparePayments } from './compare-payments.ts'

const app = await startApp()
afterAll(app.close)

const compare = () => comparePayments({ ...app.context, provider: app.provider })
const anomaliesOf = async (subject: string) =>
  (await app.rows('select kind from payment_anomaly where subject = $1', subject)).map(({ kind }) => kind)

test('books that agree stay as they are, and payments of somebody else are only counted', async () => {
  const ada = await app.quickMember()
  await payFor(app, ada)
  await app.settle()
  const { client_secret: foreign } = await createForeignPayment(app, {})
  await app.pay(foreign)

  expect(await compare()).toEqual({ payments: 2, refunds: 0, disputes: 0, foreign: 1 })
  expect(await app.rows('select 1 from payment_anomaly')).toEqual([])
})

test('the payments of a subscription, first and later months, are ours, and money of a member that bought nothing is a case', async () => {
  await using own = await startApp()
  const ada = await own.quickMember()
  await subscribe(own, ada)
  await own.jump({ days: 32 })
  const books = { ...own.context, provider: own.provider }
  expect(await comparePayments(books)).toMatchObject({ payments: 1, foreign: 0 })
  const [customer] = await own.rows('select provider_id from payment_customer where member_id = $1', ada.id)
  const { id, client_secret: secret } = await createForeignPayment(own, { customer: customer.provider_id })
  await own.pay(secret)
  const cases = () => own.rows('select subject from payment_anomaly')

  expect(await comparePayments(books)).toMatchObject({ payments: 2, foreign: 0 })
  expect(await cases()).toEqual([])
  await own.jump({ days: 2 })
  await comparePayments(books)
  expect(await cases()).toEqual([{ subject: id }])
})

test('a payment that was made and never told of is booked when the books are compared', async () => {
  app.sandbox.disturbWebhooks({ drop: true })
  const ada = await app.quickMember()
  const id = await payFor(app, ada)

  await compare()
  app.sandbox.calmWebhooks()

  expect(await app.rows('select status from purchase where id = $1', id)).toEqual([{ status: 'completed' }])
})

test('money for a purchase that is not ours to find is one case and one letter, however often it is found', async () => {
  const { id, client_secret: secret } = await createForeignPayment(app, {
    'metadata[purchase_id]': crypto.randomUUID(),
  })
  await compare()
  expect(await anomaliesOf(id)).toEqual([])
  await app.pay(secret)

  await compare()
  await compare()
  await app.settle()

  expect(await anomaliesOf(id)).toEqual(['payment-unknown'])
  const letters = app.mails.filter(({ subject }) => subject.includes(id))
  expect(letters.map(({ to }) => to)).toEqual(['hello@futureworld.example'])
})

test('a ledger that holds another amount than the provider is a case', async () => {
  const ada = await app.quickMember()
  const { clientSecret, paymentIntentId, id } = await startPaying(ada)
  await app.pay(clientSecret)
  await app.settle()
  await app.rows(
    `insert into payment_entry (kind, provider_id, purchase_id, amount, currency, occurred_at)
     values ('charge', 'ch_too_much', $1, 100, 'GBP', now())`,
    id,
  )

  await compare()

  expect(await anomaliesOf(paymentIntentId)).toEqual(['payment-mismatch'])
})

test('one object that cannot be compared keeps no other from it', async () => {
  app.sandbox.disturbWebhooks({ drop: true })
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  const lucky = await payFor(app, ada)
  const { clientSecret, paymentIntentId } = await startPaying(grace)
  await app.pay(clientSecret)
  app.sandbox.injectFault({ mode: 'truncate', path: `/v1/payment_intents/${paymentIntentId}` })

  await compare()
  app.sandbox.calmWebhooks()

  expect(await app.rows('select status from purchase where id = $1', lucky)).toEqual([{ status: 'completed' }])
})
