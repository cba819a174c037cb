import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import {
  buy,
  emailSubjectsTo,
  newRefund,
  readRecords,
  refundAtProvider,
  refundsAtProvider,
} from '#tests/support/given/refunds.ts'
import { sendRefund } from './send-refund.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')
const toPath = (id: string) => `/api/admin/purchases/${id}/refunds`

test('a partial refund updates the ledger, status and credit note, sends an email and keeps access', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  const requested = await staff.post(toPath(id), newRefund(1_880))
  expect(requested.body.data).toMatchObject({ kind: 'staff', amount: 1_880, status: 'requested' })
  await app.settle()

  expect(await readRecords(app, id)).toEqual({
    status: 'partially_refunded',
    refunded: 1_880,
    ledger: ['charge 11880', 'refund -1880'],
    credited: 1_880,
    creditedTax: 313,
    refunds: ['succeeded'],
    runs: true,
  })
  expect(refundsAtProvider(app, paymentIntentId)).toMatchObject([{ amount: 1_880 }])
  const [note] = await app.rows(
    "select reference, content from document where purchase_id = $1 and kind = 'credit_note'",
    id,
  )
  expect(note.reference).toMatch(/^TEST-CN-\d{4}-\d{6}$/)
  const [email] = await emailsTo(app, member.person.email, 'is on its way')
  for (const expected of ['£18.80', 'The final call did not take place', note.reference, '5 to 10 working days'])
    expect(email?.text).toContain(expected)
  expect((await member.get(`/api/purchases/${id}/refunds`)).body.data).toMatchObject([{ status: 'succeeded' }])
  const { body } = await staff.get(toPath(id))
  expect(body.data).toMatchObject({ total: 11_880, refunded: 1_880, remainder: 10_000, isDisputed: false })
})

test('a full refund ends the package, and no further refund is possible', async () => {
  const { member, id } = await buy(app)
  await staff.post(toPath(id), newRefund(11_880))
  const { body: owned } = await member.get('/api/entitlements')
  expect(owned.data.items).toMatchObject([{ state: 'cancelled' }])
  await app.settle()

  expect(await readRecords(app, id)).toMatchObject({
    status: 'refunded',
    refunded: 11_880,
    creditedTax: 1_980,
    runs: false,
  })
  const refused = await staff.post(toPath(id), newRefund(1))
  expect([refused.status, refused.body.code]).toEqual([409, 'nothing-to-refund'])
})

test('a partial refund can end the package', async () => {
  const { id } = await buy(app)
  await staff.post(toPath(id), newRefund(100, { endsAccess: true }))
  expect(await readRecords(app, id)).toMatchObject({ refunded: 100, runs: false })
})

test('five parallel requests with the same request id create one refund', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  const request = newRefund(2_000)
  const responses = await Promise.all(Array.from({ length: 5 }, () => staff.post(toPath(id), request)))
  await app.settle()

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
  expect(await readRecords(app, id)).toMatchObject({ refunded: 2_000, credited: 2_000 })
  expect(emailSubjectsTo(app, member).filter((subject) => subject.includes('is on its way'))).toHaveLength(1)
})

test('concurrent refunds never exceed the amount paid', async () => {
  const { id, paymentIntentId } = await buy(app)
  const responses = await Promise.all([8_000, 7_000, 6_000].map((amount) => staff.post(toPath(id), newRefund(amount))))
  await app.settle()

  expect(responses.map(({ body }) => body.code ?? 'taken').sort()).toEqual([
    'refund-too-high',
    'refund-too-high',
    'taken',
  ])
  const refundedAmount = refundsAtProvider(app, paymentIntentId).reduce((sum, { amount }) => sum + amount, 0)
  expect(await readRecords(app, id)).toMatchObject({ refunded: refundedAmount, credited: refundedAmount })
})

test('the database refuses refunds that exceed the total', async () => {
  const { id } = await buy(app)
  await expect(app.rows('update purchase set refunded = total + 1 where id = $1', id)).rejects.toThrow(
    'purchase_refunded_check',
  )
})

test('an unpaid purchase cannot be refunded', async () => {
  const member = await app.quickMember()
  const { id } = await buy(app, { member, card: 'tok_visa_chargeDeclined' })
  expect((await staff.post(toPath(id), newRefund(1))).body.code).toBe('nothing-to-refund')
  expect((await staff.get(toPath(id))).status).toBe(404)
})

test('a refund waits while the provider is unreachable and is sent afterwards', async () => {
  const { id, paymentIntentId } = await buy(app)
  app.sandbox.injectFault({ mode: 'drop_before', path: '/v1/refunds*', count: 30 })
  await staff.post(toPath(id), newRefund(500))
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', refunded: 500, refunds: ['requested'] })

  app.sandbox.clearFaults()
  await app.runJobs({ send: async () => {} })
  expect(await readRecords(app, id)).toMatchObject({ status: 'partially_refunded', refunds: ['succeeded'] })
  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
})

test.each(['drop_after', '500_after', 'truncate'] as const)(
  "only one refund is made if the provider's response is lost: %s",
  async (mode) => {
    const { id, paymentIntentId } = await buy(app)
    app.sandbox.injectFault({ mode, method: 'POST', path: '/v1/refunds', count: 6 })
    await staff.post(toPath(id), newRefund(700))
    await app.settle()
    app.sandbox.clearFaults()
    await app.runJobs({ send: async () => {} })
    await app.settle()

    expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
    expect(await readRecords(app, id)).toMatchObject({ refunded: 700, credited: 700, refunds: ['succeeded'] })
  },
)

test('a refund already made at the provider is matched by its id and not sent again', async () => {
  const { id, paymentIntentId } = await buy(app)
  const request = newRefund(800)
  await staff.post(toPath(id), request)
  app.sandbox.disturbWebhooks({ drop: true })
  const metadata = { 'metadata[refund_id]': request.requestId }
  await refundAtProvider(app, { payment_intent: paymentIntentId, amount: '800', ...metadata })
  await app.settle()
  app.sandbox.calmWebhooks()

  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
  expect(await readRecords(app, id)).toMatchObject({ refunded: 800, credited: 800, refunds: ['succeeded'] })
})

test('reconciliation sends a refund whose job was lost', async () => {
  const { id, paymentIntentId } = await buy(app)
  await staff.post(toPath(id), newRefund(900))
  await app.rows("delete from pgboss.job where name = 'send-refund'")
  await app.rows("update refund set requested_at = requested_at - interval '3 minutes' where purchase_id = $1", id)
  await app.run('reconcile-payments')

  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
  expect(await readRecords(app, id)).toMatchObject({ refunds: ['succeeded'], credited: 900 })
})

test('if the provider refuses a refund, it fails, the package is reinstated and the company is alerted', async () => {
  const { id, paymentIntentId } = await buy(app)
  app.sandbox.disturbWebhooks({ drop: true })
  await refundAtProvider(app, { payment_intent: paymentIntentId, amount: '6000' })
  await staff.post(toPath(id), newRefund(11_880))
  expect(await readRecords(app, id)).toMatchObject({ runs: false, refunded: 11_880 })
  await app.settle()
  app.sandbox.calmWebhooks()

  const records = await readRecords(app, id)
  expect(records).toMatchObject({ status: 'partially_refunded', refunded: 6_000, credited: 6_000, runs: true })
  expect(records.refunds.sort()).toEqual(['failed', 'succeeded'])
  const companyEmails = app.mails.filter(({ subject }) => subject.includes('A refund failed'))
  expect(companyEmails.at(-1)?.text).toContain('greater than')
  const [{ id: refundId }] = await app.rows("select id from refund where purchase_id = $1 and status = 'failed'", id)
  expect(await app.rows('select kind from payment_anomaly where subject = $1', refundId)).toEqual([
    { kind: 'refund-failed' },
  ])
})

test("refunds made in the provider's dashboard are recorded", async () => {
  const { member, id, paymentIntentId } = await buy(app)
  await refundAtProvider(app, { payment_intent: paymentIntentId, amount: '880' })
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'partially_refunded', credited: 880, runs: true })
  await refundAtProvider(app, { payment_intent: paymentIntentId })
  await app.settle()

  expect(await readRecords(app, id)).toMatchObject({
    status: 'refunded',
    refunded: 11_880,
    ledger: ['charge 11880', 'refund -11000', 'refund -880'],
    runs: false,
  })
  expect((await member.get(`/api/purchases/${id}/refunds`)).body.data).toMatchObject([
    { kind: 'provider' },
    { kind: 'provider' },
  ])
})

test('a slow refund stays pending until it arrives', async () => {
  const { id } = await buy(app, { card: 'tok_pendingRefund' })
  await staff.post(toPath(id), newRefund(11_880))
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'refunded', credited: 11_880, refunds: ['pending'] })

  app.sandbox.settleRefunds()
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'refunded', credited: 11_880, refunds: ['succeeded'] })
})

test('if a refund fails later, it is reversed everywhere and the package is reinstated', async () => {
  const { member, id } = await buy(app, { card: 'tok_refundFail' })
  await staff.post(toPath(id), newRefund(11_880))
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'refunded', runs: false })

  app.sandbox.settleRefunds()
  await app.settle()
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({
    status: 'completed',
    refunded: 0,
    ledger: ['charge 11880', 'refund -11880', 'refund_reversal 11880'],
    credited: 0,
    creditedTax: 0,
    refunds: ['failed'],
    runs: true,
  })
  expect(emailSubjectsTo(app, member)).toContain('[TEST] We couldn’t refund £118.80')
  expect(app.mails.filter(({ subject }) => subject.includes('A refund failed')).length).toBeGreaterThan(0)
  // The purchase can be refunded again.
  expect((await staff.post(toPath(id), newRefund(11_880))).status).toBe(200)
})

test('a failed refund does not reinstate a package that another refund ended', async () => {
  const { id, paymentIntentId } = await buy(app)
  await staff.post(toPath(id), newRefund(1_000, { endsAccess: true }))
  await app.settle()
  await staff.post(toPath(id), newRefund(2_000, { endsAccess: true }))
  await app.settle()
  const [secondRefund, firstRefund] = refundsAtProvider(app, paymentIntentId)
  app.sandbox.failRefund(String(firstRefund?.id))
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ refunded: 2_000, credited: 2_000, runs: false })
  app.sandbox.failRefund(String(secondRefund?.id))
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', refunded: 0, credited: 0, runs: true })
})

test('duplicate, delayed and reversed events are applied once', async () => {
  app.sandbox.disturbWebhooks({ hold: true, duplicates: 4 })
  const { member, id } = await buy(app, { card: 'tok_refundFail' })
  await app.sandbox.releaseWebhooks()
  await app.settle()
  await staff.post(toPath(id), newRefund(3_000))
  await app.settle()
  app.sandbox.settleRefunds()
  await app.sandbox.releaseWebhooks('newest-first')
  app.sandbox.calmWebhooks()
  await app.settle()

  expect(await readRecords(app, id)).toMatchObject({
    status: 'completed',
    ledger: ['charge 11880', 'refund -3000', 'refund_reversal 3000'],
    credited: 0,
    runs: true,
  })
  expect(emailSubjectsTo(app, member).filter((subject) => subject.includes('couldn’t'))).toHaveLength(1)
})

test('twenty concurrent refunds get gapless credit note numbers', async () => {
  const purchases = await Promise.all(Array.from({ length: 20 }, () => buy(app)))
  await Promise.all(purchases.map(({ id }) => staff.post(toPath(id), newRefund(100))))
  const refunds = await app.rows("select id from refund where status = 'requested'")
  await Promise.all(refunds.map(({ id }) => sendRefund({ ...app.context, provider: app.provider }, id)))
  await app.settle()

  const numbers = await app.rows("select number from document where kind <> 'invoice' order by number")
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1))
  expect(numbers.length).toBeGreaterThanOrEqual(20)
})

test('a request id already used for another purchase is refused', async () => {
  const { id: firstId } = await buy(app)
  const { id: secondId } = await buy(app)
  const refund = newRefund(100)
  await staff.post(`/api/admin/purchases/${firstId}/refunds`, refund)
  const { status, body } = await staff.post(`/api/admin/purchases/${secondId}/refunds`, refund)
  expect([status, body.code]).toEqual([409, 'request-used'])
  expect(await readRecords(app, secondId)).toMatchObject({ refunded: 0 })
})

test("the preview shows a refund's effects without changing anything", async () => {
  const { id } = await buy(app)
  const unrequestedPreview = (await staff.get(toPath(id))).body.data
  expect(unrequestedPreview).toMatchObject({ remainder: 11_880, hasAccess: true, meaning: null, blocker: null })

  const partialPreview = (await staff.get(`${toPath(id)}?amount=1880`)).body.data
  expect(partialPreview).toMatchObject({
    blocker: null,
    meaning: { amount: 1_880, left: 10_000, isWhole: false, creditNote: { net: 1_567, tax: 313, total: 1_880 } },
  })
  const fullPreview = (await staff.get(`${toPath(id)}?amount=11880`)).body.data
  expect(fullPreview.meaning).toMatchObject({ left: 0, isWhole: true, creditNote: { tax: 1_980, total: 11_880 } })
  const excessivePreview = (await staff.get(`${toPath(id)}?amount=11881`)).body.data
  expect(excessivePreview).toMatchObject({ meaning: null, blocker: 'refund-too-high' })
  expect(await readRecords(app, id)).toMatchObject({ refunded: 0, credited: 0 })
})

test('the audit log records each refund once, with its actor and reason', async () => {
  const { id } = await buy(app)
  const request = newRefund(2_000)
  await Promise.all([staff.post(toPath(id), request), staff.post(toPath(id), request)])
  expect(
    await app.rows('select actor_id, action, reason, before, after from audit_entry where object_id = $1', id),
  ).toEqual([
    {
      actor_id: staff.id,
      action: 'purchase.refunded',
      reason: request.reason,
      before: { refunded: 0 },
      after: { refunded: 2_000, currency: 'GBP', refundId: request.requestId, endsAccess: false },
    },
  ])
})

test('a refund is refused if the amount left has changed since the page was opened', async () => {
  const { id } = await buy(app)
  const request = { ...newRefund(1_880), expectedRemainder: 11_880 }
  expect((await staff.post(toPath(id), request)).status).toBe(200)
  const outdated = await staff.post(toPath(id), { ...newRefund(1_880), expectedRemainder: 11_880 })
  expect([outdated.status, outdated.body.code]).toEqual([409, 'edited-elsewhere'])
  // Repeating the first request returns the same refund.
  expect((await staff.post(toPath(id), request)).status).toBe(200)
  expect(await readRecords(app, id)).toMatchObject({ refunded: 1_880 })
})
