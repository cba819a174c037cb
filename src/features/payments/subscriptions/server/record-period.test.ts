import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { book, hoursAhead } from '#tests/support/given/bookings.ts'
import { newVersion } from '#tests/support/given/package-versions.ts'
import { newRefund } from '#tests/support/given/refunds.ts'
import { changeCard, listPaidMonths, makePaymentDue, newSubscriber } from '#tests/support/given/subscriptions.ts'

// Tests what each paid month grants and when it ends (PRODUCT D10).

const app = await startApp()
afterAll(app.close)
await givenBookableConsultant(app, { horizonDays: 365 })
// No package on sale has a limited number of monthly sessions, so this test adds one.
await app.rows(newVersion('my-future-pro', { quantity: "case key when 'consultation' then 2 else quantity end" }))

type Member = Awaited<ReturnType<typeof app.quickMember>>

/** The number of sessions that can still be booked on each package line, month by month. */
async function readBookable(member: Member): Promise<Record<string, number[]>> {
  const { body } = await (await app.returning(member)).get('/api/sessions')
  const kinds: Record<string, number[]> = {}
  for (const { lineKey, left } of body.data) kinds[lineKey] = [...(kinds[lineKey] ?? []), left]
  return kinds
}

/**
 * For each month, oldest first: the number of sessions left according to its page, and the number of expiry entries.
 */
async function readMonths(member: Member, subscriptionId: string, key: string) {
  const reader = await app.returning(member)
  const months = await app.rows(
    `select entitlement.id from entitlement join purchase on purchase.id = purchase_id
     where subscription_id = $1 order by starts_at`,
    subscriptionId,
  )
  return Promise.all(
    months.map(async ({ id }) => {
      const path = `/api/entitlements/${id}`
      const { lines } = (await reader.get(path)).body.data
      const { items } = (await reader.get(`${path}/entries?limit=100`)).body.data
      const expired = items.filter(({ kind }: { kind: string }) => kind === 'expiry').length
      return [lines.find((line: { key: string }) => line.key === key)?.left ?? null, expired]
    }),
  )
}

test('unused monthly sessions expire, a new month grants them again, and one-off sessions remain', async () => {
  const { member, id, purchaseId } = await newSubscriber(app)
  const [{ id: entitlementId }] = await app.rows('select id from entitlement where purchase_id = $1', purchaseId)
  await book(member, { entitlementId, startsAt: hoursAhead(app, 1) })
  expect(await readBookable(member)).toEqual({ 'initial-consultation': [0], 'final-call': [1], consultation: [2] })

  await app.jump({ days: 32 })
  await app.run('expire-sessions')
  expect(await readBookable(member)).toEqual({ 'initial-consultation': [0], 'final-call': [1], consultation: [2] })
  // Both months count as one package: two of four sessions are left, and two have expired unused.
  expect(await readMonths(member, id, 'consultation')).toEqual([
    [2, 1],
    [2, 1],
  ])
  const booked = await book(await app.returning(member), {
    entitlementId,
    lineKey: 'final-call',
    startsAt: hoursAhead(app, 24 * 10),
  })
  expect(booked.status).toBe(200)
})

test('nothing can be booked while a month is unpaid, but everything can be once the late payment arrives', async () => {
  const { id, member } = await makePaymentDue(app)
  await app.run('expire-sessions')
  expect(await readBookable(member)).toEqual({})
  expect(await readMonths(member, id, 'final-call')).toEqual([[1, 1]])

  await changeCard(app, member, id, 'tok_mastercard')
  await app.settle()
  await app.run('expire-sessions')
  expect(await readBookable(member)).toEqual({ 'initial-consultation': [1], 'final-call': [1], consultation: [2] })
  const granted = await app.rows(
    `select count(*)::int as count from entitlement_entry
     join entitlement on entitlement.id = entitlement_id join purchase on purchase.id = purchase_id
     where subscription_id = $1 and line_key = 'initial-consultation' and kind = 'grant'`,
    id,
  )
  expect(granted).toEqual([{ count: 1 }])
})

test('refunding a month ends its sessions, and one-off sessions end with the last paid month', async () => {
  const staff = await app.quickMember('administrator')
  const { member, id, purchaseId } = await newSubscriber(app)
  await app.jump({ days: 32 })
  const reader = await app.returning(member)
  const [, secondMonth] = await app.rows(
    `select entitlement.id, purchase_id from entitlement join purchase on purchase.id = purchase_id
     where subscription_id = $1 order by starts_at`,
    id,
  )
  const [firstMonth] = await app.rows('select id from entitlement where purchase_id = $1', purchaseId)
  const firstMonthBooking = await book(reader, {
    entitlementId: firstMonth.id,
    lineKey: 'initial-consultation',
    startsAt: hoursAhead(app, 30),
  })
  expect(firstMonthBooking.status).toBe(200)
  const admin = await app.returning(staff)
  const refunds = `/api/admin/purchases/${secondMonth.purchase_id}/refunds`
  // The booking belongs to the first month, but takes place after the last paid one.
  expect((await admin.get(refunds)).body.data.upcomingSessions).toBe(1)
  expect((await admin.post(refunds, newRefund(3_480, { endsAccess: true }))).status).toBe(200)
  await app.settle()
  await app.run('release-sessions')
  await app.run('expire-sessions')
  expect(await readBookable(member)).toEqual({})
  const { items } = (await reader.get('/api/bookings?when=past')).body.data
  expect(items).toMatchObject([{ state: 'cancelled', cancelledBy: 'system', isForfeited: false }])
  expect((await listPaidMonths(app, id)).map(({ status }) => status)).toEqual(['completed', 'refunded'])
  expect(await app.rows('select ended_at is not null as ended from subscription where id = $1', id)).toEqual([
    { ended: true },
  ])
  // The first month's page shows no sessions left either.
  expect((await readMonths(member, id, 'initial-consultation'))[0]).toEqual([0, 3])
})

test('after a cancellation, sessions can be booked until the paid month ends', async () => {
  const { member, id } = await newSubscriber(app)
  await member.post(`/api/subscriptions/${id}/cancellation`)
  expect(await readBookable(member)).toEqual({ 'initial-consultation': [1], 'final-call': [1], consultation: [2] })
  await app.jump({ days: 32 })
  await app.run('expire-sessions')
  expect(await readBookable(member)).toEqual({})
  for (const key of ['initial-consultation', 'final-call', 'consultation'])
    expect(await readMonths(member, id, key)).toEqual([[0, 3]])
})
