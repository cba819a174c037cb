import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { createForeignPayment, payFor, startPaying } from '#tests/support/given/checkout.ts'
import { disputeAtProvider, refundAtProvider } from '#tests/support/given/refunds.ts'
import { subscribe } from '#tests/support/given/subscriptions.ts'
import { comparePayments } from './compare-payments.ts'

const app = await startApp()
afterAll(app.close)

const compare = () => comparePayments({ ...app.context, provider: app.provider })
const listAnomalyKinds = async (subject: string) =>
  (await app.rows('select kind from payment_anomaly where subject = $1', subject)).map(({ kind }) => kind)

test('payments for other shops on the same account are counted but not reported', async () => {
  const ada = await app.quickMember()
  await payFor(app, ada)
  await app.settle()
  const { client_secret: foreignSecret } = await createForeignPayment(app, {})
  await app.pay(foreignSecret)

  expect(await compare()).toEqual({ payments: 2, refunds: 0, disputes: 0, foreign: 1 })
  expect(await app.rows('select 1 from payment_anomaly')).toEqual([])
})

test("subscription payments match, and a member's payment without a purchase is reported after a day", async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  await subscribe(app, ada)
  await app.jump({ days: 32 })
  const context = { ...app.context, provider: app.provider }
  expect(await comparePayments(context)).toMatchObject({ payments: 1, foreign: 0 })
  const [customer] = await app.rows('select provider_id from payment_customer where member_id = $1', ada.id)
  const { id, client_secret: secret } = await createForeignPayment(app, { customer: customer.provider_id })
  await app.pay(secret)
  const listAnomalies = () => app.rows('select subject from payment_anomaly')

  expect(await comparePayments(context)).toMatchObject({ payments: 2, foreign: 0 })
  expect(await listAnomalies()).toEqual([])
  await app.jump({ days: 2 })
  await comparePayments(context)
  expect(await listAnomalies()).toEqual([{ subject: id }])
})

test('a payment whose webhook was lost is recorded', async () => {
  app.sandbox.disturbWebhooks({ drop: true })
  const ada = await app.quickMember()
  const id = await payFor(app, ada)

  await compare()
  app.sandbox.calmWebhooks()

  expect(await app.rows('select status from purchase where id = $1', id)).toEqual([{ status: 'completed' }])
})

test('refunds and disputes whose webhooks were lost are recorded', async () => {
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  const refunded = await startPaying(ada)
  await app.pay(refunded.clientSecret)
  await app.settle()
  app.sandbox.disturbWebhooks({ drop: true })
  const disputed = await startPaying(grace)
  await app.pay(disputed.clientSecret, 'tok_createDispute')
  const { id: refund } = await refundAtProvider(app, { payment_intent: refunded.paymentIntentId, amount: '1000' })
  const { id: dispute } = disputeAtProvider(app, disputed.paymentIntentId)

  const comparison = await compare()
  app.sandbox.calmWebhooks()

  expect(comparison).toMatchObject({ refunds: 1, disputes: 1 })
  const entries = await app.rows(
    'select kind, provider_id from payment_entry where provider_id in ($1, $2) order by kind',
    refund,
    dispute,
  )
  expect(entries).toEqual([
    { kind: 'dispute', provider_id: dispute },
    { kind: 'refund', provider_id: refund },
  ])
  expect([await listAnomalyKinds(refund), await listAnomalyKinds(dispute)]).toEqual([[], []])
})

test('a payment for an unknown purchase creates one anomaly and one email', async () => {
  const { id, client_secret: secret } = await createForeignPayment(app, {
    'metadata[purchase_id]': crypto.randomUUID(),
  })
  await compare()
  expect(await listAnomalyKinds(id)).toEqual([])
  await app.pay(secret)

  await compare()
  await compare()
  await app.settle()

  expect(await listAnomalyKinds(id)).toEqual(['payment-unknown'])
  const emails = app.mails.filter(({ subject }) => subject.includes(id))
  expect(emails.map(({ to }) => to)).toEqual(['hello@futureworld.example'])
})

test("a ledger amount that differs from the provider's is an anomaly", async () => {
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

  expect(await listAnomalyKinds(paymentIntentId)).toEqual(['payment-mismatch'])
})

test('if comparing one payment fails, the others are still compared', async () => {
  app.sandbox.disturbWebhooks({ drop: true })
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  const comparable = await payFor(app, ada)
  const { clientSecret, paymentIntentId } = await startPaying(grace)
  await app.pay(clientSecret)
  app.sandbox.injectFault({ mode: 'truncate', path: `/v1/payment_intents/${paymentIntentId}` })

  await compare()
  app.sandbox.calmWebhooks()

  expect(await app.rows('select status from purchase where id = $1', comparable)).toEqual([{ status: 'completed' }])
})
