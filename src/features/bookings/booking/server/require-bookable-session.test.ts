import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { book, hoursAhead, reserve } from '#tests/support/given/bookings.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { buy } from '#tests/support/given/refunds.ts'
import { changeCard, makePaymentDue, subscribe } from '#tests/support/given/subscriptions.ts'

// Covers packages without a bookable session (PRODUCT D11).

const app = await startApp()
afterAll(app.close)
await givenBookableConsultant(app, { horizonDays: 365 })

type Choice = { entitlementId: string; lineKey?: string; startsAt: Date }

/** The error codes for listing slots, reserving and booking. */
async function requestErrors(member: Member, choice: Choice) {
  const { entitlementId, lineKey = 'initial-consultation', startsAt } = choice
  const until = new Date(startsAt.getTime() + 3_600_000).toISOString()
  const query = new URLSearchParams({ entitlementId, lineKey, from: startsAt.toISOString(), until })
  const answers = [
    await member.get(`/api/sessions/slots?${query}`),
    await reserve(member, choice),
    await book(member, choice),
  ]
  return answers.map(({ body }) => body.code)
}

async function findEntitlementId(purchaseId: string): Promise<string> {
  const [{ id }] = await app.rows('select id from entitlement where purchase_id = $1', purchaseId)
  return id
}

test.each([
  ['with a disputed payment', "update purchase set status = 'disputed' where id = $1", 'package-on-hold'],
  ['that was cancelled', 'update entitlement set cancelled_at = now() where purchase_id = $1', 'package-cancelled'],
  ['that was refunded', "update purchase set status = 'refunded' where id = $1", 'package-cancelled'],
  [
    'that has ended',
    `update entitlement set starts_at = starts_at - interval '8 days', ends_at = ends_at - interval '8 days'
     where purchase_id = $1`,
    'package-ended',
  ],
])('listing slots, reserving and booking return the same error for a package %s', async (_, change, reason) => {
  const { member, id } = await buy(app)
  await app.rows(change, id)
  const answers = await requestErrors(member, {
    entitlementId: await findEntitlementId(id),
    startsAt: hoursAhead(app, 26),
  })
  expect(answers).toEqual([reason, reason, reason])
})

test('during a dispute, a session stays booked and can be cancelled but not moved', async () => {
  const { member, id } = await buy(app)
  const entitlementId = await findEntitlementId(id)
  const { body } = await book(member, { entitlementId, startsAt: hoursAhead(app, 30) })
  const path = `/api/bookings/${body.data.id}`
  expect((await member.get(path)).body.data.isOnHold).toBe(false)
  await app.rows("update purchase set status = 'disputed' where id = $1", id)
  await app.run('release-sessions')

  expect((await member.get(path)).body.data).toMatchObject({ state: 'booked', isOnHold: true })
  const move = { startsAt: hoursAhead(app, 40).toISOString(), consultantId: null }
  expect((await member.post(`${path}/time`, move)).body.code).toBe('package-on-hold')
  expect((await member.post(`${path}/cancellation`, { outcome: 'returned' })).status).toBe(200)
})

test('while a month is unpaid, sessions cannot be booked, and the package card, email and dashboard say so', async () => {
  const { purchaseId, id, member } = await makePaymentDue(app)
  const entitlementId = await findEntitlementId(purchaseId)
  const startsAt = hoursAhead(app, 26)
  const consultation = { entitlementId, lineKey: 'consultation', startsAt }
  expect(await requestErrors(member, consultation)).toEqual(['month-not-paid', 'month-not-paid', 'month-not-paid'])
  expect((await member.get('/api/entitlements')).body.data.items).toMatchObject([
    { state: 'past_due', isUsable: false, notice: expect.stringContaining('You can’t book sessions until it’s paid.') },
  ])
  expect((await member.get('/api/subscriptions')).body.data).toMatchObject([{ usableUntil: null }])
  const { quickActions } = (await member.get('/api/portal/dashboard')).body.data
  expect(quickActions[0]).toMatchObject({ kind: 'pay-month', usableUntil: null })
  const [email] = await emailsTo(app, member.person.email, 'couldn’t collect')
  expect(email?.text).toContain('You can’t book sessions until it’s paid.')
  expect(email?.text).not.toContain('You can use your package')

  await changeCard(app, member, id, 'tok_mastercard')
  await app.settle()
  const { body } = await member.get('/api/sessions')
  expect(body.data.map(({ blocker }: { blocker: string | null }) => blocker)).toContain(null)
  // The previous month has ended, so no payment is due for it.
  expect((await member.get(`/api/entitlements/${entitlementId}`)).body.data).toMatchObject({
    state: 'expired',
    isUsable: false,
  })
  expect(await requestErrors(member, consultation)).toEqual(['package-ended', 'package-ended', 'package-ended'])
})

test('if the renewal fails early, the month already paid for can be used until it ends', async () => {
  const member = await app.quickMember()
  const { id, purchaseId } = await subscribe(app, member, { start: 'later' })
  await changeCard(app, member, id, 'tok_chargeCustomerFail')
  await app.jump({ days: 32 })
  const returningMember = await app.returning(member)
  const [subscription] = (await returningMember.get('/api/subscriptions')).body.data
  const [owned] = (await returningMember.get('/api/entitlements')).body.data.items
  expect([subscription.status, owned.state, owned.isUsable]).toEqual(['past_due', 'past_due', true])
  expect(subscription.usableUntil).toBe(owned.endsAt)
  const choice = { entitlementId: await findEntitlementId(purchaseId), startsAt: hoursAhead(app, 26) }
  expect((await book(returningMember, choice)).status).toBe(200)
  const [email] = await emailsTo(app, returningMember.person.email, 'couldn’t collect')
  expect(email?.text).toContain('You can book sessions that start before then')
})

test('a member who cancels a subscription with a disputed month is not told they can keep using it', async () => {
  const member = await app.quickMember()
  const { id, purchaseId } = await subscribe(app, member)
  await app.rows("update purchase set status = 'disputed' where id = $1", purchaseId)
  await member.post(`/api/subscriptions/${id}/cancellation`)
  expect((await member.get('/api/subscriptions')).body.data).toMatchObject([{ id, usableUntil: null }])
  const [email] = await emailsTo(app, member.person.email, 'is cancelled')
  expect(email?.text).toContain('You won’t be charged again')
  expect(email?.text).not.toMatch(/You can use your package|ended on/)
})
