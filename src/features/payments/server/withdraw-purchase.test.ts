import { afterAll, expect, test } from 'vitest'
import {
  booksOf,
  buy,
  disputeAtProvider,
  lettersTo,
  refundOf,
  refundsAtProvider,
} from '../../../../tests/support/returns.ts'
import { startApp, type TestApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)
const addressOf = (id: string) => `/api/purchases/${id}/withdrawal`

/** What a consultant has delivered of a package. */
async function deliver({ rows }: TestApp, purchaseId: string, line: string, quantity = -1, kind = 'use') {
  await rows(
    `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
     select id, $2, $4, $3, now() from entitlement where purchase_id = $1`,
    purchaseId,
    line,
    quantity,
    kind,
  )
}

test('a member reads what cancelling gives back, cancels, and has money, paper and letters', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  await deliver(app, id, 'initial-consultation')
  const { body: shown } = await member.get(addressOf(id))
  // 15 % of the price were received.
  expect(shown.data).toMatchObject({ obstacle: null, paid: 11_880, refund: 10_098, counting: { by: 'lines' } })
  expect(shown.data.counting.lines[0]).toEqual({ title: 'Initial consultation', used: 1, promised: 1 })

  const { status, body } = await member.post(addressOf(id), { expectedRefund: 10_098 })
  expect([status, body.data]).toMatchObject([200, { kind: 'withdrawal', amount: 10_098, status: 'requested' }])
  expect((await member.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'cancelled' }])
  await app.settle()

  expect(refundsAtProvider(app, paymentIntentId)).toMatchObject([{ amount: 10_098 }])
  expect(await booksOf(app, id)).toMatchObject({ status: 'partially_refunded', credited: 10_098, creditedTax: 1_683 })
  expect(lettersTo(app, member)).toEqual([
    '[TEST] Your MY FUTURE WEEK: payment received',
    '[TEST] Your MY FUTURE WEEK is cancelled',
    '[TEST] £100.98 is on its way back to you',
  ])
  expect((await member.get(addressOf(id))).body.data).toMatchObject({ obstacle: 'given-back', refund: 0 })
})

test('what was returned counts as not received, and what was forfeited as received', async () => {
  const { member, id } = await buy(app)
  await deliver(app, id, 'initial-consultation')
  await deliver(app, id, 'initial-consultation', 1, 'return')
  expect((await member.get(addressOf(id))).body.data.refund).toBe(11_880)
  await deliver(app, id, 'final-call', -1, 'forfeit')
  expect((await member.get(addressOf(id))).body.data.refund).toBe(9_504)
})

test('cancelling that is pressed three times at once gives back once', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  const answers = await Promise.all([1, 2, 3].map(() => member.post(addressOf(id), { expectedRefund: 11_880 })))
  await app.settle()
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
})

test('the database takes one withdrawal of a purchase', async () => {
  const { member, id } = await buy(app)
  await member.post(addressOf(id), { expectedRefund: 11_880 })
  const again = app.rows(
    `insert into refund (purchase_id, kind, reason, amount, currency, status, ends_access, requested_at)
     select purchase_id, kind, reason, 1, currency, 'requested', true, now() from refund where purchase_id = $1`,
    id,
  )
  await expect(again).rejects.toThrow('refund_one_withdrawal_idx')
})

test('if something is delivered after the page was opened, nothing happens before it is read again', async () => {
  const { member, id } = await buy(app)
  await deliver(app, id, 'initial-consultation')
  const { status, body } = await member.post(addressOf(id), { expectedRefund: 11_880 })
  expect([status, body.code, body.data.refund]).toEqual([409, 'refund-changed', 10_098])
  expect(await booksOf(app, id)).toMatchObject({ refunded: 0, runs: true })
})

test('without the two boxes everything goes back, whatever was received', async () => {
  const { member, id } = await buy(app, { consents: { startNow: false, acknowledgeLoss: false } })
  await deliver(app, id, 'initial-consultation')
  expect((await member.get(addressOf(id))).body.data).toMatchObject({
    refund: 11_880,
    counting: { by: 'nothing-used' },
  })
  expect((await member.post(addressOf(id), { expectedRefund: 11_880 })).status).toBe(200)
})

test('what is left after a part was given back is the most that can go back', async () => {
  const staff = await app.quickMember('administrator')
  const { member, id } = await buy(app)
  await staff.post(`/api/admin/purchases/${id}/refunds`, refundOf(10_000))
  await app.settle()
  expect((await member.get(addressOf(id))).body.data.refund).toBe(1_880)
  await member.post(addressOf(id), { expectedRefund: 1_880 })
  await app.settle()
  expect(await booksOf(app, id)).toMatchObject({ status: 'refunded', creditedTax: 1_980 })
})

test.each([
  [
    'that a business bought',
    "update purchase set buyer_kind = 'business', company_name = 'Engines Ltd' where id = $1",
    'business',
  ],
  [
    'paid sixteen days ago',
    "update purchase set completed_at = completed_at - interval '16 days' where id = $1",
    'too-late',
  ],
  ['whose payment is not there', "update purchase set status = 'disputed' where id = $1", 'not-paid'],
  [
    'that was fully delivered',
    `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
     select entitlement.id, key, 'use', -package_line.quantity, now() from entitlement
     join package_line using (package_id) where purchase_id = $1`,
    'fully-delivered',
  ],
])('a package %s cannot be cancelled any more', async (_, change, obstacle) => {
  const { member, id } = await buy(app)
  await app.rows(change, id)
  const { body: shown } = await member.get(addressOf(id))
  expect(shown.data).toMatchObject({ obstacle, refund: 0 })
  const { status, body } = await member.post(addressOf(id), { expectedRefund: 0 })
  expect([status, body.code]).toEqual([409, 'cannot-withdraw'])
})

test('nobody cancels what somebody else bought', async () => {
  const { id } = await buy(app)
  const other = await app.quickMember('administrator')
  expect((await other.get(addressOf(id))).status).toBe(404)
  expect((await other.post(addressOf(id), { expectedRefund: 11_880 })).status).toBe(404)
  expect(await booksOf(app, id)).toMatchObject({ refunded: 0, runs: true })
})

test('a bank that takes the payment back before the refund is sent wins: nothing is given back twice', async () => {
  const member = await app.quickMember()
  app.sandbox.disturbWebhooks({ hold: true })
  const { id, paymentIntentId } = await buyUnheard(member)
  await member.post(addressOf(id), { expectedRefund: 11_880 })
  await app.settle()
  await app.sandbox.releaseWebhooks()
  app.sandbox.calmWebhooks()
  await app.settle()

  expect(refundsAtProvider(app, paymentIntentId)).toEqual([])
  expect(await booksOf(app, id)).toMatchObject({
    status: 'disputed',
    refunded: 0,
    ledger: ['charge 11880', 'dispute -11880'],
    refunds: ['failed'],
    runs: true,
  })
  expect((await member.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'suspended' }])
  app.sandbox.decideDispute(disputeAtProvider(app, paymentIntentId).id, 'won')
  await app.settle()
  expect(await booksOf(app, id)).toMatchObject({ status: 'completed', runs: true })
})

/** Paid with a card whose bank complains at once, which nobody has told us yet. */
async function buyUnheard(member: Awaited<ReturnType<typeof app.quickMember>>) {
  const { id, paymentIntentId } = await buy(app, { member, card: 'tok_createDispute' })
  app.sandbox.injectFault({ mode: 'drop_before', path: '/v1/refunds*', count: 3 })
  await member.post(`/api/purchases/${id}/confirmation`)
  app.sandbox.clearFaults()
  return { id, paymentIntentId }
}

test('a monthly package is counted by days, and cancelling it ends the subscription at the provider too', async () => {
  const { member, id, paymentIntentId } = await buy(app, { packageId: 'my-future-pro' })
  await app.rows(
    "update entitlement set starts_at = starts_at - interval '73 hours', ends_at = ends_at - interval '73 hours' where purchase_id = $1",
    id,
  )
  const { body: shown } = await member.get(addressOf(id))
  const { counting, refund } = shown.data
  expect(counting).toMatchObject({ by: 'days', used: 3 })
  expect(refund).toBe(3_480 - Math.floor((3_480 * 3) / counting.of))

  expect((await member.post(addressOf(id), { expectedRefund: refund })).status).toBe(200)
  await app.settle()
  expect(refundsAtProvider(app, paymentIntentId)).toMatchObject([{ amount: refund }])
  expect(await booksOf(app, id)).toMatchObject({ status: 'partially_refunded', credited: refund, runs: false })
  expect(app.sandbox.objects('subscription', 10)).toMatchObject([{ status: 'canceled' }])
  expect(await app.rows('select status from subscription where member_id = $1', member.id)).toEqual([
    { status: 'ended' },
  ])
  const told = app.mails.find(({ to, subject }) => to === member.person.email && subject.includes('Your subscription'))
  expect(told?.text).toContain('Nothing more will be charged')
  expect(told?.text).toContain('Your package ended on')
  expect(told?.text).not.toContain('You can use your package')
})
