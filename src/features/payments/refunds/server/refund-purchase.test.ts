import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import {
  buy,
  emailSubjectsTo,
  newRefund,
  readRecords,
  refundAtProvider,
  refundsAtProvider,
} from '../../../../../tests/support/given/refunds.ts'
import { sendRefund } from './send-refund.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')
const addressOf = (id: string) => `/api/admin/purchases/${id}/refunds`

test('a partial refund updates the ledger, credit note, status and email and keeps access', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  const asked = await staff.post(addressOf(id), newRefund(1_880))
  expect(asked.body.data).toMatchObject({ kind: 'staff', amount: 1_880, status: 'requested' })
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
  const letter = app.mails.find(({ to, subject }) => to === member.person.email && subject.includes('on its way back'))
  for (const words of ['£18.80', 'The final call did not take place', note.reference, '5 to 10 working days'])
    expect(letter?.text).toContain(words)
  expect((await member.get(`/api/purchases/${id}/refunds`)).body.data).toMatchObject([{ status: 'succeeded' }])
  const { body } = await staff.get(addressOf(id))
  expect(body.data).toMatchObject({ total: 11_880, refunded: 1_880, remainder: 10_000, isDisputed: false })
})

test('a full refund ends the package, and no further refund is possible', async () => {
  const { member, id } = await buy(app)
  await staff.post(addressOf(id), newRefund(11_880))
  const { body: owned } = await member.get('/api/entitlements')
  expect(owned.data.items).toMatchObject([{ state: 'cancelled' }])
  await app.settle()

  expect(await readRecords(app, id)).toMatchObject({
    status: 'refunded',
    refunded: 11_880,
    creditedTax: 1_980,
    runs: false,
  })
  const again = await staff.post(addressOf(id), newRefund(1))
  expect([again.status, again.body.code]).toEqual([409, 'nothing-to-refund'])
})

test('a partial refund can end the package', async () => {
  const { id } = await buy(app)
  await staff.post(addressOf(id), newRefund(100, { endsAccess: true }))
  expect(await readRecords(app, id)).toMatchObject({ refunded: 100, runs: false })
})

test('five parallel requests with one request id create one refund', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  const request = newRefund(2_000)
  const answers = await Promise.all(Array.from({ length: 5 }, () => staff.post(addressOf(id), request)))
  await app.settle()

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
  expect(await readRecords(app, id)).toMatchObject({ refunded: 2_000, credited: 2_000 })
  expect(emailSubjectsTo(app, member).filter((subject) => subject.includes('on its way back'))).toHaveLength(1)
})

test('concurrent refunds never exceed the amount paid', async () => {
  const { id, paymentIntentId } = await buy(app)
  const answers = await Promise.all([8_000, 7_000, 6_000].map((amount) => staff.post(addressOf(id), newRefund(amount))))
  await app.settle()

  expect(answers.map(({ body }) => body.code ?? 'taken').sort()).toEqual([
    'refund-too-high',
    'refund-too-high',
    'taken',
  ])
  const given = refundsAtProvider(app, paymentIntentId).reduce((sum, { amount }) => sum + amount, 0)
  expect(await readRecords(app, id)).toMatchObject({ refunded: given, credited: given })
})

test('the database refuses refunds above the total', async () => {
  const { id } = await buy(app)
  await expect(app.rows('update purchase set refunded = total + 1 where id = $1', id)).rejects.toThrow(
    'purchase_refunded_check',
  )
})

test('an unpaid purchase cannot be refunded', async () => {
  const member = await app.quickMember()
  const { id } = await buy(app, { member, card: 'tok_visa_chargeDeclined' })
  expect((await staff.post(addressOf(id), newRefund(1))).body.code).toBe('nothing-to-refund')
  expect((await staff.get(addressOf(id))).status).toBe(404)
})

test('a refund waits while the provider is unreachable and is sent afterwards', async () => {
  const { id, paymentIntentId } = await buy(app)
  app.sandbox.injectFault({ mode: 'drop_before', path: '/v1/refunds*', count: 30 })
  await staff.post(addressOf(id), newRefund(500))
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', refunded: 500, refunds: ['requested'] })

  app.sandbox.clearFaults()
  await app.runJobs({ send: async () => {} })
  expect(await readRecords(app, id)).toMatchObject({ status: 'partially_refunded', refunds: ['succeeded'] })
  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
})

test.each(['drop_after', '500_after', 'truncate'] as const)(
  'a lost provider response (%s) leads to one refund',
  async (mode) => {
    const { id, paymentIntentId } = await buy(app)
    app.sandbox.injectFault({ mode, method: 'POST', path: '/v1/refunds', count: 6 })
    await staff.post(addressOf(id), newRefund(700))
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
  await staff.post(addressOf(id), request)
  app.sandbox.disturbWebhooks({ drop: true })
  const mark = { 'metadata[refund_id]': request.requestId }
  await refundAtProvider(app, { payment_intent: paymentIntentId, amount: '800', ...mark })
  await app.settle()
  app.sandbox.calmWebhooks()

  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
  expect(await readRecords(app, id)).toMatchObject({ refunded: 800, credited: 800, refunds: ['succeeded'] })
})

test('reconciliation sends a refund whose job was lost', async () => {
  const { id, paymentIntentId } = await buy(app)
  await staff.post(addressOf(id), newRefund(900))
  await app.rows("delete from pgboss.job where name = 'send-refund'")
  await app.rows("update refund set requested_at = requested_at - interval '3 minutes' where purchase_id = $1", id)
  await app.run('reconcile-payments')

  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
  expect(await readRecords(app, id)).toMatchObject({ refunds: ['succeeded'], credited: 900 })
})

test('a refund that the provider refuses fails, reinstates the package and alerts the company', async () => {
  const { id, paymentIntentId } = await buy(app)
  app.sandbox.disturbWebhooks({ drop: true })
  await refundAtProvider(app, { payment_intent: paymentIntentId, amount: '6000' })
  await staff.post(addressOf(id), newRefund(11_880))
  expect(await readRecords(app, id)).toMatchObject({ runs: false, refunded: 11_880 })
  await app.settle()
  app.sandbox.calmWebhooks()

  const books = await readRecords(app, id)
  expect(books).toMatchObject({ status: 'partially_refunded', refunded: 6_000, credited: 6_000, runs: true })
  expect(books.refunds.sort()).toEqual(['failed', 'succeeded'])
  const company = app.mails.filter(({ subject }) => subject.includes('A refund failed'))
  expect(company.at(-1)?.text).toContain('greater than')
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
  await staff.post(addressOf(id), newRefund(11_880))
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'refunded', credited: 11_880, refunds: ['pending'] })

  app.sandbox.settleRefunds()
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'refunded', credited: 11_880, refunds: ['succeeded'] })
})

test('a refund that fails later is reversed everywhere and reinstates the package', async () => {
  const { member, id } = await buy(app, { card: 'tok_refundFail' })
  await staff.post(addressOf(id), newRefund(11_880))
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
  expect(emailSubjectsTo(app, member)).toContain('[TEST] We could not give back £118.80')
  expect(app.mails.filter(({ subject }) => subject.includes('A refund failed')).length).toBeGreaterThan(0)
  // The purchase can be refunded again.
  expect((await staff.post(addressOf(id), newRefund(11_880))).status).toBe(200)
})

test('a failed refund does not reinstate a package that another refund ended', async () => {
  const { id, paymentIntentId } = await buy(app)
  await staff.post(addressOf(id), newRefund(1_000, { endsAccess: true }))
  await app.settle()
  await staff.post(addressOf(id), newRefund(2_000, { endsAccess: true }))
  await app.settle()
  const [second, first] = refundsAtProvider(app, paymentIntentId)
  app.sandbox.failRefund(String(first?.id))
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ refunded: 2_000, credited: 2_000, runs: false })
  app.sandbox.failRefund(String(second?.id))
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', refunded: 0, credited: 0, runs: true })
})

test('duplicate, delayed and reversed events are applied once', async () => {
  app.sandbox.disturbWebhooks({ hold: true, duplicates: 4 })
  const { member, id } = await buy(app, { card: 'tok_refundFail' })
  await app.sandbox.releaseWebhooks()
  await app.settle()
  await staff.post(addressOf(id), newRefund(3_000))
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
  expect(emailSubjectsTo(app, member).filter((subject) => subject.includes('could not'))).toHaveLength(1)
})

test("the tax of partial refunds adds up to the invoice's tax", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 6 }), async (parts) => {
      const { id } = await buy(app)
      for (const amount of parts) {
        const { remainder } = (await staff.get(addressOf(id))).body.data
        if (remainder > 0) await staff.post(addressOf(id), newRefund(Math.min(amount, remainder)))
        await app.settle()
      }
      const { remainder } = (await staff.get(addressOf(id))).body.data
      if (remainder > 0) await staff.post(addressOf(id), newRefund(remainder))
      await app.settle()
      expect(await readRecords(app, id)).toMatchObject({ status: 'refunded', credited: 11_880, creditedTax: 1_980 })
    }),
    { numRuns: 4 },
  )
})

test('twenty concurrent refunds get gapless credit note numbers', async () => {
  const bought = await Promise.all(Array.from({ length: 20 }, () => buy(app)))
  await Promise.all(bought.map(({ id }) => staff.post(addressOf(id), newRefund(100))))
  const refunds = await app.rows("select id from refund where status = 'requested'")
  await Promise.all(refunds.map(({ id }) => sendRefund({ ...app.context, provider: app.provider }, id)))
  await app.settle()

  const numbers = await app.rows("select number from document where kind <> 'invoice' order by number")
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1))
  expect(numbers.length).toBeGreaterThanOrEqual(20)
})

test('a request id already used for another purchase is refused', async () => {
  const { id: first } = await buy(app)
  const { id: second } = await buy(app)
  const refund = newRefund(100)
  await staff.post(`/api/admin/purchases/${first}/refunds`, refund)
  const { status, body } = await staff.post(`/api/admin/purchases/${second}/refunds`, refund)
  expect([status, body.code]).toEqual([409, 'request-used'])
  expect(await readRecords(app, second)).toMatchObject({ refunded: 0 })
})

test("the preview shows a refund's effects without changing anything", async () => {
  const { id } = await buy(app)
  const before = (await staff.get(addressOf(id))).body.data
  expect(before).toMatchObject({ remainder: 11_880, hasAccess: true, meaning: null, blocker: null })

  const part = (await staff.get(`${addressOf(id)}?amount=1880`)).body.data
  expect(part).toMatchObject({
    blocker: null,
    meaning: { amount: 1_880, left: 10_000, isWhole: false, creditNote: { net: 1_567, tax: 313, total: 1_880 } },
  })
  const whole = (await staff.get(`${addressOf(id)}?amount=11880`)).body.data
  expect(whole.meaning).toMatchObject({ left: 0, isWhole: true, creditNote: { tax: 1_980, total: 11_880 } })
  const tooMuch = (await staff.get(`${addressOf(id)}?amount=11881`)).body.data
  expect(tooMuch).toMatchObject({ meaning: null, blocker: 'refund-too-high' })
  expect(await readRecords(app, id)).toMatchObject({ refunded: 0, credited: 0 })
})

test('the credit note has the tax shown in the preview', async () => {
  const { id } = await buy(app)
  for (const amount of [333, 1_111, 7_777]) {
    const { meaning } = (await staff.get(`${addressOf(id)}?amount=${amount}`)).body.data
    await staff.post(addressOf(id), newRefund(amount))
    await app.settle()
    const [note] = await app.rows(
      `select content from document where purchase_id = $1 and kind = 'credit_note' order by number desc limit 1`,
      id,
    )
    expect(meaning.creditNote).toEqual({ net: note.content.net, tax: note.content.tax, total: note.content.total })
  }
})

test('a refund requires a recent login', async () => {
  const boss = await app.quickMember('administrator')
  const { id } = await buy(app)
  app.clock.advance({ minutes: 11 })
  const { status, body } = await boss.post(addressOf(id), newRefund(100))
  expect([status, body.code]).toEqual([409, 'reauthentication-needed'])
  expect(await readRecords(app, id)).toMatchObject({ refunded: 0 })
})

test('the audit log records each refund once, with its actor and reason', async () => {
  const boss = await app.quickMember('administrator')
  const { id } = await buy(app)
  const request = newRefund(2_000)
  await Promise.all([boss.post(addressOf(id), request), boss.post(addressOf(id), request)])
  expect(
    await app.rows('select actor_id, action, reason, before, after from audit_entry where object_id = $1', id),
  ).toEqual([
    {
      actor_id: boss.id,
      action: 'purchase.refunded',
      reason: request.reason,
      before: { refunded: 0 },
      after: { refunded: 2_000, currency: 'GBP', refundId: request.requestId, endsAccess: false },
    },
  ])
})

test('a refund based on an outdated remainder is refused', async () => {
  const boss = await app.quickMember('administrator')
  const { id } = await buy(app)
  const asked = { ...newRefund(1_880), expectedRemainder: 11_880 }
  expect((await boss.post(addressOf(id), asked)).status).toBe(200)
  const late = await boss.post(addressOf(id), { ...newRefund(1_880), expectedRemainder: 11_880 })
  expect([late.status, late.body.code]).toEqual([409, 'edited-elsewhere'])
  // Repeating the first request returns the same refund.
  expect((await boss.post(addressOf(id), asked)).status).toBe(200)
  expect(await readRecords(app, id)).toMatchObject({ refunded: 1_880 })
})
