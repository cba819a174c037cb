import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { extendPackage } from '#features/purchases/server/public.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { type Member, startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { atSecondsBefore, book, hoursAhead } from '#tests/support/given/bookings.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import {
  buy,
  disputeAtProvider,
  emailSubjectsTo,
  newRefund,
  readRecords,
  refundsAtProvider,
} from '#tests/support/given/refunds.ts'
import { newSubscriber, subscriptionRow } from '#tests/support/given/subscriptions.ts'

const app = await startApp()
afterAll(app.close)
const toPath = (id: string) => `/api/purchases/${id}/withdrawal`

/** Records that a package line was used this many times. */
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

test('withdrawing refunds the unused part, issues a credit note and sends one email', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  await deliver(app, id, 'initial-consultation')
  const { body: preview } = await member.get(toPath(id))
  // The used call is worth 15% of the price.
  expect(preview.data).toMatchObject({ blocker: null, paid: 11_880, refund: 10_098, counting: { by: 'lines' } })
  expect(preview.data.counting.lines[0]).toMatchObject({ title: 'Initial consultation', used: 1, promised: 1 })

  const { status, body } = await member.post(toPath(id), { expectedRefund: 10_098 })
  expect([status, body.data]).toMatchObject([200, { kind: 'withdrawal', amount: 10_098, status: 'requested' }])
  expect((await member.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'cancelled' }])
  await app.settle()

  expect(refundsAtProvider(app, paymentIntentId)).toMatchObject([{ amount: 10_098 }])
  expect(await readRecords(app, id)).toMatchObject({
    status: 'partially_refunded',
    credited: 10_098,
    creditedTax: 1_683,
  })
  expect(emailSubjectsTo(app, member)).toEqual([
    '[TEST] Your MY FUTURE WEEK: payment received, £118.80',
    '[TEST] Your MY FUTURE WEEK is cancelled: £100.98 refund',
  ])
  expect(app.mails.find(({ to }) => to === member.person.email)?.text).toContain('go to “Cancel MY FUTURE WEEK”')
  expect((await member.get(toPath(id))).body.data).toMatchObject({ blocker: 'refunded', refund: 0 })
})

test('returned sessions count as unused, and forfeited ones as used', async () => {
  const { member, id } = await buy(app)
  await deliver(app, id, 'initial-consultation')
  await deliver(app, id, 'initial-consultation', 1, 'return')
  expect((await member.get(toPath(id))).body.data.refund).toBe(11_880)
  await deliver(app, id, 'final-call', -1, 'forfeit')
  expect((await member.get(toPath(id))).body.data.refund).toBe(9_504)
})

test('three parallel withdrawals create one refund', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  const responses = await Promise.all([1, 2, 3].map(() => member.post(toPath(id), { expectedRefund: 11_880 })))
  await app.settle()
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1)
  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
})

test('the database allows one withdrawal per purchase', async () => {
  const { member, id } = await buy(app)
  await member.post(toPath(id), { expectedRefund: 11_880 })
  const secondWithdrawal = app.rows(
    `insert into refund (purchase_id, kind, reason, amount, currency, status, ends_access, requested_at)
     select purchase_id, kind, reason, 1, currency, 'requested', true, now() from refund where purchase_id = $1`,
    id,
  )
  await expect(secondWithdrawal).rejects.toThrow('refund_one_withdrawal_idx')
})

test('a withdrawal is refused if its refund has changed since it was shown', async () => {
  const { member, id } = await buy(app)
  await deliver(app, id, 'initial-consultation')
  const { status, body } = await member.post(toPath(id), { expectedRefund: 11_880 })
  expect([status, body.code, body.data.refund]).toEqual([409, 'refund-changed', 10_098])
  expect(await readRecords(app, id)).toMatchObject({ refunded: 0, runs: true })
})

test('earlier refunds are deducted and shown on the page and in the email', async () => {
  const staff = await app.quickMember('administrator')
  const { member, id, paymentIntentId } = await buy(app)
  await deliver(app, id, 'initial-consultation')
  await staff.post(`/api/admin/purchases/${id}/refunds`, newRefund(8_000))
  await app.settle()
  expect((await member.get(toPath(id))).body.data).toMatchObject({ refunded: 8_000, refund: 2_098 })
  await member.post(toPath(id), { expectedRefund: 2_098 })
  await app.settle()
  expect(refundsAtProvider(app, paymentIntentId).map(({ amount }) => amount)).toEqual([2_098, 8_000])
  expect(await readRecords(app, id)).toMatchObject({ status: 'partially_refunded', credited: 10_098 })
  const [email] = await emailsTo(app, member.person.email, 'is cancelled')
  for (const expected of ['Already refunded: £80.00', 'Your refund: £20.98']) expect(email?.text).toContain(expected)
})

test('if nothing is left to refund, a withdrawal still ends the package', async () => {
  const staff = await app.quickMember('administrator')
  const { member, id } = await buy(app)
  await deliver(app, id, 'initial-consultation')
  await staff.post(`/api/admin/purchases/${id}/refunds`, newRefund(11_000))
  await app.settle()
  expect((await member.get(toPath(id))).body.data).toMatchObject({ blocker: null, refund: 0 })
  const { status, body } = await member.post(toPath(id), { expectedRefund: 0 })
  expect([status, body.data]).toEqual([200, null])
  const repeated = await member.post(toPath(id), { expectedRefund: 0 })
  expect([repeated.status, repeated.body.data]).toEqual([200, null])
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ credited: 11_000, runs: false })
  const [email] = await emailsTo(app, member.person.email, 'is cancelled')
  expect(email?.text).toContain('There’s nothing left to refund')
  expect((await member.get(toPath(id))).body.data.blocker).toBe('refunded')
})

test('withdrawing from a subscription with nothing left to refund sends one email', async () => {
  const staff = await app.quickMember('administrator')
  const { member, id: subscriptionId, purchaseId } = await newSubscriber(app)
  await staff.post(`/api/admin/purchases/${purchaseId}/refunds`, newRefund(3_400))
  await app.settle()
  expect((await member.post(toPath(purchaseId), { expectedRefund: 0 })).status).toBe(200)
  await app.settle()
  expect((await subscriptionRow(app, subscriptionId)).ended_at).not.toBeNull()
  expect(emailSubjectsTo(app, member).filter((subject) => subject.includes('cancelled'))).toEqual([
    '[TEST] Your MY FUTURE X is cancelled',
  ])
})

test('a member cannot withdraw once the package is fully delivered', async () => {
  const { member, id } = await buy(app)
  await app.rows(
    `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
     select entitlement.id, key, 'use', -package_line.quantity, now() from entitlement
     join package_line using (package_id) where purchase_id = $1`,
    id,
  )
  expect((await member.get(toPath(id))).body.data).toMatchObject({ blocker: 'fully-delivered', refund: 0 })
  const { status, body } = await member.post(toPath(id), { expectedRefund: 0 })
  expect([status, body.code]).toEqual([409, 'cannot-withdraw'])
})

test('only the buyer can withdraw from a purchase', async () => {
  const { id } = await buy(app)
  const stranger = await app.quickMember('administrator')
  expect((await stranger.get(toPath(id))).status).toBe(404)
  expect((await stranger.post(toPath(id), { expectedRefund: 11_880 })).status).toBe(404)
  expect(await readRecords(app, id)).toMatchObject({ refunded: 0, runs: true })
})

test('if a dispute is opened before the refund is sent, the refund is stopped', async () => {
  const member = await app.quickMember()
  app.sandbox.disturbWebhooks({ hold: true })
  const { id, paymentIntentId } = await buyWithUnknownDispute(member)
  await member.post(toPath(id), { expectedRefund: 11_880 })
  await app.settle()
  await app.sandbox.releaseWebhooks()
  app.sandbox.calmWebhooks()
  await app.settle()

  expect(refundsAtProvider(app, paymentIntentId)).toEqual([])
  expect(await readRecords(app, id)).toMatchObject({
    status: 'disputed',
    refunded: 0,
    ledger: ['charge 11880', 'dispute -11880'],
    refunds: ['failed'],
    runs: true,
  })
  expect((await member.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'suspended' }])
  app.sandbox.decideDispute(disputeAtProvider(app, paymentIntentId).id, 'won')
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', runs: true })
})

/** Pays with a card whose payment is disputed immediately, while we do not yet know about the dispute. */
async function buyWithUnknownDispute(member: Member) {
  const { id, paymentIntentId } = await buy(app, { member, card: 'tok_createDispute' })
  app.sandbox.injectFault({ mode: 'drop_before', path: '/v1/refunds*', count: 3 })
  await member.post(`/api/purchases/${id}/confirmation`)
  app.sandbox.clearFaults()
  return { id, paymentIntentId }
}

test("a monthly package's refund is calculated by days, and withdrawing ends its subscription", async () => {
  const { member, id, paymentIntentId } = await buy(app, { packageId: 'my-future-pro' })
  await app.rows(
    "update entitlement set starts_at = starts_at - interval '73 hours', ends_at = ends_at - interval '73 hours' where purchase_id = $1",
    id,
  )
  const { body: preview } = await member.get(toPath(id))
  const { counting, refund } = preview.data
  expect(counting).toMatchObject({ by: 'days', used: 4 })
  expect(refund).toBe(3_480 - Math.floor((3_480 * 4) / counting.of))

  expect((await member.post(toPath(id), { expectedRefund: refund })).status).toBe(200)
  await app.settle()
  expect(refundsAtProvider(app, paymentIntentId)).toMatchObject([{ amount: refund }])
  expect(await readRecords(app, id)).toMatchObject({ status: 'partially_refunded', credited: refund, runs: false })
  expect(app.sandbox.objects('subscription', 1)).toMatchObject([{ status: 'canceled' }])
  expect(await app.rows('select status from subscription where member_id = $1', member.id)).toEqual([
    { status: 'ended' },
  ])
  const [, email, ...others] = await emailsTo(app, member.person.email)
  expect([email?.subject, others]).toEqual([expect.stringContaining('MY FUTURE X is cancelled'), []])
  expect(email?.text).toContain('Your subscription has ended too. You won’t be charged again.')
})

async function readWithdrawal(member: Member, purchaseId: string) {
  return (await member.get(toPath(purchaseId))).body.data
}

async function readPackage(purchaseId: string): Promise<{ id: string; starts_at: Date; ends_at: Date }> {
  const [row] = await app.rows('select id, starts_at, ends_at from entitlement where purchase_id = $1', purchaseId)
  return row
}

test('a package past its purchased end cannot be upgraded, even if it was extended', async () => {
  const { member, id } = await buy(app, { packageId: 'study-world-basic' })
  const offer = async () => (await member.get('/api/quotes/uk/study-world-pro/member')).body.data.upgrade
  expect(await offer()).toMatchObject({ credit: 11_880 })
  await moveBack(id, 15 * 24)
  expect(await offer()).toBeNull()
  await extend(id, 7 * 24)
  expect(await offer()).toBeNull()
})

test('extensions never change the withdrawal refund or the upgrade credit', async () => {
  const packages = ['my-future-basic', 'my-future-pro', 'study-world-basic', 'study-world-pro', 'biz-future-pro']
  const purchases = new Map<string, Awaited<ReturnType<typeof buy>>>()
  for (const packageId of packages) purchases.set(packageId, await buy(app, { packageId }))
  const getPurchase = (packageId: string) => {
    const purchase = purchases.get(packageId)
    if (!purchase) throw new Error(`No purchase of ${packageId}`)
    return purchase
  }
  const betterPackages: Record<string, string> = {
    'my-future-basic': 'my-future-pro',
    'study-world-basic': 'study-world-pro',
  }
  const extensions = fc.array(fc.integer({ min: -40, max: 900 }), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...packages),
      fc.integer({ min: 0, max: 1_000 }),
      extensions,
      async (packageId, hours, lengths) => {
        const { member, id } = getPurchase(packageId)
        const original = await readPackage(id)
        await moveBack(id, hours)
        const readAmounts = async () => {
          const quote = await member.get(`/api/quotes/uk/${betterPackages[packageId] ?? packageId}/member`)
          return [await readWithdrawal(member, id), quote.body.data.upgrade]
        }
        const before = await readAmounts()
        for (const length of lengths) await extend(id, length)
        expect(await readAmounts()).toEqual(before)
        await app.rows(
          'update entitlement set starts_at = $2, ends_at = $3, bought_until = null where purchase_id = $1',
          id,
          original.starts_at,
          original.ends_at,
        )
      },
    ),
    { numRuns: 60, seed: 20_261_122 },
  )
})

test('every preview counts the same upcoming sessions, and a withdrawal cancels them', async () => {
  const staff = await app.quickMember('administrator')
  await givenBookableConsultant(app, { displayName: 'Ada' })
  const { member, id } = await buy(app)
  const { id: entitlementId } = await readPackage(id)
  const bookAt = (lineKey: string, hours: number) =>
    book(member, { entitlementId, lineKey, startsAt: hoursAhead(app, hours) })
  const countSessions = async (reader = member) => [
    (await readWithdrawal(reader, id)).upcomingSessions,
    (await reader.get('/api/quotes/uk/my-future-pro/member')).body.data.upgrade.upcomingSessions,
    (await reader.get('/api/account/deletion')).body.data.upcomingSessions,
    (await staff.get(`/api/admin/purchases/${id}/refunds`)).body.data.upcomingSessions,
  ]
  expect(await countSessions()).toEqual([0, 0, 0, 0])
  const { body: firstSession } = await bookAt('initial-consultation', 1)
  const { body: finalCall } = await bookAt('final-call', 30)
  expect(await countSessions()).toEqual([2, 2, 2, 2])
  await member.post(`/api/bookings/${finalCall.data.id}/cancellation`, { outcome: 'returned' })
  expect(await countSessions()).toEqual([1, 1, 1, 1])
  await bookAt('final-call', 50)

  // A session that has started counts as used and is not cancelled.
  const sessionStart = new Date(firstSession.data.startsAt)
  await atSecondsBefore(app, sessionStart, 0, async () => {
    const reader = await app.returning(member)
    const { counting, upcomingSessions, refund } = await readWithdrawal(reader, id)
    expect([counting.lines[0].used, upcomingSessions]).toEqual([1, 1])
    const { status } = await reader.post(toPath(id), { expectedRefund: refund })
    expect(status).toBe(200)
    await app.run('release-sessions')
  })
  const states = await app.rows(
    'select state from booking where entitlement_id = $1 order by starts_at, id',
    entitlementId,
  )
  expect(states.map(({ state }) => state)).toEqual(['booked', 'cancelled', 'cancelled'])
})

/** Moves the package's start and end back by the given hours; its purchase date stays. */
async function moveBack(purchaseId: string, hours: number) {
  const shiftedDates = "starts_at = starts_at - $2 * interval '1 hour', ends_at = ends_at - $2 * interval '1 hour'"
  await app.rows(`update entitlement set ${shiftedDates} where purchase_id = $1`, purchaseId, hours)
}

async function extend(purchaseId: string, hours: number) {
  const { id: entitlementId, ends_at: end } = await readPackage(purchaseId)
  const [{ key: lineKey }] = await app.rows(
    'select line_key as key from entitlement_entry where entitlement_id = $1 limit 1',
    entitlementId,
  )
  const until = new Date(end.getTime() + hours * HOUR_MS)
  await extendPackage(app.context.db, { entitlementId, lineKey, until, at: app.clock.now(), reason: 'Nobody was free' })
}
