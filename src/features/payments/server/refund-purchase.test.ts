import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import {
  booksOf,
  buy,
  lettersTo,
  refundAtProvider,
  refundOf,
  refundsAtProvider,
} from '../../../../tests/support/returns.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { sendRefund } from './send-refund.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')
const addressOf = (id: string) => `/api/admin/purchases/${id}/refunds`

test('staff give a part back: ledger, credit note, status and letter follow, and the package goes on', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  const asked = await staff.post(addressOf(id), refundOf(1_880))
  expect(asked.body.data).toMatchObject({ kind: 'staff', amount: 1_880, status: 'requested' })
  await app.settle()

  expect(await booksOf(app, id)).toEqual({
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

test('giving back everything ends the package, and nothing is left to give back', async () => {
  const { member, id } = await buy(app)
  await staff.post(addressOf(id), refundOf(11_880))
  const { body: owned } = await member.get('/api/entitlements')
  expect(owned.data.items).toMatchObject([{ state: 'cancelled' }])
  await app.settle()

  expect(await booksOf(app, id)).toMatchObject({
    status: 'refunded',
    refunded: 11_880,
    creditedTax: 1_980,
    runs: false,
  })
  const again = await staff.post(addressOf(id), refundOf(1))
  expect([again.status, again.body.code]).toEqual([409, 'nothing-to-refund'])
})

test('a part may end the package as well', async () => {
  const { id } = await buy(app)
  await staff.post(addressOf(id), refundOf(100, { endsAccess: true }))
  expect(await booksOf(app, id)).toMatchObject({ refunded: 100, runs: false })
})

test('a refund that is pressed five times at once is one refund', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  const request = refundOf(2_000)
  const answers = await Promise.all(Array.from({ length: 5 }, () => staff.post(addressOf(id), request)))
  await app.settle()

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
  expect(await booksOf(app, id)).toMatchObject({ refunded: 2_000, credited: 2_000 })
  expect(lettersTo(app, member).filter((subject) => subject.includes('on its way back'))).toHaveLength(1)
})

test('two members of staff at once cannot give back more than was paid', async () => {
  const { id, paymentIntentId } = await buy(app)
  const answers = await Promise.all([8_000, 7_000, 6_000].map((amount) => staff.post(addressOf(id), refundOf(amount))))
  await app.settle()

  expect(answers.map(({ body }) => body.code ?? 'taken').sort()).toEqual([
    'refund-too-high',
    'refund-too-high',
    'taken',
  ])
  const given = refundsAtProvider(app, paymentIntentId).reduce((sum, { amount }) => sum + amount, 0)
  expect(await booksOf(app, id)).toMatchObject({ refunded: given, credited: given })
})

test('the database refuses to note more than was paid', async () => {
  const { id } = await buy(app)
  await expect(app.rows('update purchase set refunded = total + 1 where id = $1', id)).rejects.toThrow(
    'purchase_refunded_check',
  )
})

test('what was never paid has nothing to give back', async () => {
  const member = await app.quickMember()
  const { id } = await buy(app, { member, card: 'tok_visa_chargeDeclined' })
  expect((await staff.post(addressOf(id), refundOf(1))).body.code).toBe('nothing-to-refund')
  expect((await staff.get(addressOf(id))).status).toBe(404)
})

test('while the provider is away the request waits, and goes out once it is back', async () => {
  const { id, paymentIntentId } = await buy(app)
  app.sandbox.injectFault({ mode: 'drop_before', path: '/v1/refunds*', count: 30 })
  await staff.post(addressOf(id), refundOf(500))
  await app.settle()
  expect(await booksOf(app, id)).toMatchObject({ status: 'completed', refunded: 500, refunds: ['requested'] })

  app.sandbox.clearFaults()
  await app.runJobs({ send: async () => {} })
  expect(await booksOf(app, id)).toMatchObject({ status: 'partially_refunded', refunds: ['succeeded'] })
  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
})

test.each(['drop_after', '500_after', 'truncate'] as const)(
  'an answer that is lost (%s) leads to one refund, found when the work is done again',
  async (mode) => {
    const { id, paymentIntentId } = await buy(app)
    app.sandbox.injectFault({ mode, method: 'POST', path: '/v1/refunds', count: 6 })
    await staff.post(addressOf(id), refundOf(700))
    await app.settle()
    app.sandbox.clearFaults()
    await app.runJobs({ send: async () => {} })
    await app.settle()

    expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
    expect(await booksOf(app, id)).toMatchObject({ refunded: 700, credited: 700, refunds: ['succeeded'] })
  },
)

test('what the provider did long ago, though nobody heard of it, is found and not done again', async () => {
  const { id, paymentIntentId } = await buy(app)
  const request = refundOf(800)
  await staff.post(addressOf(id), request)
  app.sandbox.disturbWebhooks({ drop: true })
  const mark = { 'metadata[refund_id]': request.requestId }
  await refundAtProvider(app, { payment_intent: paymentIntentId, amount: '800', ...mark })
  await app.settle()
  app.sandbox.calmWebhooks()

  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
  expect(await booksOf(app, id)).toMatchObject({ refunded: 800, credited: 800, refunds: ['succeeded'] })
})

test('a request whose work was lost is sent by the reconciliation', async () => {
  const { id, paymentIntentId } = await buy(app)
  await staff.post(addressOf(id), refundOf(900))
  await app.rows("delete from pgboss.job where name = 'send-refund'")
  await app.rows("update refund set requested_at = requested_at - interval '3 minutes' where purchase_id = $1", id)
  await app.run('reconcile-payments')

  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
  expect(await booksOf(app, id)).toMatchObject({ refunds: ['succeeded'], credited: 900 })
})

test('what the provider refuses fails with its reason: the package is back, and a person is told', async () => {
  const { id, paymentIntentId } = await buy(app)
  app.sandbox.disturbWebhooks({ drop: true })
  await refundAtProvider(app, { payment_intent: paymentIntentId, amount: '6000' })
  await staff.post(addressOf(id), refundOf(11_880))
  expect(await booksOf(app, id)).toMatchObject({ runs: false, refunded: 11_880 })
  await app.settle()
  app.sandbox.calmWebhooks()

  const books = await booksOf(app, id)
  expect(books).toMatchObject({ status: 'partially_refunded', refunded: 6_000, credited: 6_000, runs: true })
  expect(books.refunds.sort()).toEqual(['failed', 'succeeded'])
  const company = app.mails.filter(({ subject }) => subject.includes('A refund failed'))
  expect(company.at(-1)?.text).toContain('greater than')
  const [{ id: refundId }] = await app.rows("select id from refund where purchase_id = $1 and status = 'failed'", id)
  expect(await app.rows('select kind from payment_anomaly where subject = $1', refundId)).toEqual([
    { kind: 'refund-failed' },
  ])
})

test('money given back at the provider’s own pages is found', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  await refundAtProvider(app, { payment_intent: paymentIntentId, amount: '880' })
  await app.settle()
  expect(await booksOf(app, id)).toMatchObject({ status: 'partially_refunded', credited: 880, runs: true })
  await refundAtProvider(app, { payment_intent: paymentIntentId })
  await app.settle()

  expect(await booksOf(app, id)).toMatchObject({
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

test('a refund that takes its time is shown as on its way until it has arrived', async () => {
  const { id } = await buy(app, { card: 'tok_pendingRefund' })
  await staff.post(addressOf(id), refundOf(11_880))
  await app.settle()
  expect(await booksOf(app, id)).toMatchObject({ status: 'refunded', credited: 11_880, refunds: ['pending'] })

  app.sandbox.settleRefunds()
  await app.settle()
  expect(await booksOf(app, id)).toMatchObject({ status: 'refunded', credited: 11_880, refunds: ['succeeded'] })
})

test('a refund that comes back is undone in every book, and the package is there again', async () => {
  const { member, id } = await buy(app, { card: 'tok_refundFail' })
  await staff.post(addressOf(id), refundOf(11_880))
  await app.settle()
  expect(await booksOf(app, id)).toMatchObject({ status: 'refunded', runs: false })

  app.sandbox.settleRefunds()
  await app.settle()
  await app.settle()
  expect(await booksOf(app, id)).toMatchObject({
    status: 'completed',
    refunded: 0,
    ledger: ['charge 11880', 'refund -11880', 'refund_reversal 11880'],
    credited: 0,
    creditedTax: 0,
    refunds: ['failed'],
    runs: true,
  })
  expect(lettersTo(app, member)).toContain('[TEST] We could not give back £118.80')
  expect(app.mails.filter(({ subject }) => subject.includes('A refund failed')).length).toBeGreaterThan(0)
  // The money can be given back another time.
  expect((await staff.post(addressOf(id), refundOf(11_880))).status).toBe(200)
})

test('one of two refunds that comes back does not bring back a package that the other one ends', async () => {
  const { id, paymentIntentId } = await buy(app)
  await staff.post(addressOf(id), refundOf(1_000, { endsAccess: true }))
  await app.settle()
  await staff.post(addressOf(id), refundOf(2_000, { endsAccess: true }))
  await app.settle()
  const [second, first] = refundsAtProvider(app, paymentIntentId)
  app.sandbox.failRefund(String(first?.id))
  await app.settle()
  expect(await booksOf(app, id)).toMatchObject({ refunded: 2_000, credited: 2_000, runs: false })
  app.sandbox.failRefund(String(second?.id))
  await app.settle()
  expect(await booksOf(app, id)).toMatchObject({ status: 'completed', refunded: 0, credited: 0, runs: true })
})

test('events that come five times, late and backwards, change nothing twice', async () => {
  app.sandbox.disturbWebhooks({ hold: true, duplicates: 4 })
  const { member, id } = await buy(app, { card: 'tok_refundFail' })
  await app.sandbox.releaseWebhooks()
  await app.settle()
  await staff.post(addressOf(id), refundOf(3_000))
  await app.settle()
  app.sandbox.settleRefunds()
  await app.sandbox.releaseWebhooks('newest-first')
  app.sandbox.calmWebhooks()
  await app.settle()

  expect(await booksOf(app, id)).toMatchObject({
    status: 'completed',
    ledger: ['charge 11880', 'refund -3000', 'refund_reversal 3000'],
    credited: 0,
    runs: true,
  })
  expect(lettersTo(app, member).filter((subject) => subject.includes('could not'))).toHaveLength(1)
})

test('however many parts money goes back in, their tax adds up to that of the invoice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 6 }), async (parts) => {
      const { id } = await buy(app)
      for (const amount of parts) {
        const { remainder } = (await staff.get(addressOf(id))).body.data
        if (remainder > 0) await staff.post(addressOf(id), refundOf(Math.min(amount, remainder)))
        await app.settle()
      }
      const { remainder } = (await staff.get(addressOf(id))).body.data
      if (remainder > 0) await staff.post(addressOf(id), refundOf(remainder))
      await app.settle()
      expect(await booksOf(app, id)).toMatchObject({ status: 'refunded', credited: 11_880, creditedTax: 1_980 })
    }),
    { numRuns: 4 },
  )
})

test('twenty refunds at once get credit notes without a gap', async () => {
  const bought = await Promise.all(Array.from({ length: 20 }, () => buy(app)))
  await Promise.all(bought.map(({ id }) => staff.post(addressOf(id), refundOf(100))))
  const refunds = await app.rows("select id from refund where status = 'requested'")
  await Promise.all(refunds.map(({ id }) => sendRefund({ ...app.context, provider: app.provider }, id)))
  await app.settle()

  const numbers = await app.rows("select number from document where kind <> 'invoice' order by number")
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1))
  expect(numbers.length).toBeGreaterThanOrEqual(20)
})

test('the number of a request that was used for another purchase is refused', async () => {
  const { id: first } = await buy(app)
  const { id: second } = await buy(app)
  const refund = refundOf(100)
  await staff.post(`/api/admin/purchases/${first}/refunds`, refund)
  const { status, body } = await staff.post(`/api/admin/purchases/${second}/refunds`, refund)
  expect([status, body.code]).toEqual([409, 'request-used'])
  expect(await booksOf(app, second)).toMatchObject({ refunded: 0 })
})

test('before anything is given back, staff read what it would mean', async () => {
  const { id } = await buy(app)
  const before = (await staff.get(addressOf(id))).body.data
  expect(before).toMatchObject({ remainder: 11_880, hasAccess: true, meaning: null, obstacle: null })

  const part = (await staff.get(`${addressOf(id)}?amount=1880`)).body.data
  expect(part).toMatchObject({
    obstacle: null,
    meaning: { amount: 1_880, left: 10_000, isWhole: false, creditNote: { net: 1_567, tax: 313, total: 1_880 } },
  })
  const whole = (await staff.get(`${addressOf(id)}?amount=11880`)).body.data
  expect(whole.meaning).toMatchObject({ left: 0, isWhole: true, creditNote: { tax: 1_980, total: 11_880 } })
  const tooMuch = (await staff.get(`${addressOf(id)}?amount=11881`)).body.data
  expect(tooMuch).toMatchObject({ meaning: null, obstacle: 'refund-too-high' })
  expect(await booksOf(app, id)).toMatchObject({ refunded: 0, credited: 0 })
})

test('what was read beforehand is what is written: the credit note has the same tax', async () => {
  const { id } = await buy(app)
  for (const amount of [333, 1_111, 7_777]) {
    const { meaning } = (await staff.get(`${addressOf(id)}?amount=${amount}`)).body.data
    await staff.post(addressOf(id), refundOf(amount))
    await app.settle()
    const [note] = await app.rows(
      `select content from document where purchase_id = $1 and kind = 'credit_note' order by number desc limit 1`,
      id,
    )
    expect(meaning.creditNote).toEqual({ net: note.content.net, tax: note.content.tax, total: note.content.total })
  }
})

test('nobody gives money back at a screen that was left open: who it is has to be fresh', async () => {
  const boss = await app.quickMember('administrator')
  const { id } = await buy(app)
  app.clock.advance({ minutes: 11 })
  const { status, body } = await boss.post(addressOf(id), refundOf(100))
  expect([status, body.code]).toEqual([409, 'confirmation-needed'])
  expect(await booksOf(app, id)).toMatchObject({ refunded: 0 })
})

test('the audit log says who gave what back, and why, once however often it was pressed', async () => {
  const boss = await app.quickMember('administrator')
  const { id } = await buy(app)
  const request = refundOf(2_000)
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

test('of two administrators who give a part back for the same thing, the later one is told', async () => {
  const boss = await app.quickMember('administrator')
  const { id } = await buy(app)
  const asked = { ...refundOf(1_880), expectedRemainder: 11_880 }
  expect((await boss.post(addressOf(id), asked)).status).toBe(200)
  const late = await boss.post(addressOf(id), { ...refundOf(1_880), expectedRemainder: 11_880 })
  expect([late.status, late.body.code]).toEqual([409, 'changed-meanwhile'])
  // Pressed twice it is the same one, and no other.
  expect((await boss.post(addressOf(id), asked)).status).toBe(200)
  expect(await booksOf(app, id)).toMatchObject({ refunded: 1_880 })
})
