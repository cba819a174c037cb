import { afterAll, expect, test } from 'vitest'
import { addSpan, companyDay, formatDateInLondon, startOfDay } from '#platform/shared/calendar.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { payFor } from '#tests/support/given/checkout.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { syncPurchase } from './sync-purchase.ts'

const shared = await startApp()
afterAll(shared.close)

test('a paid purchase becomes an active package with a reference and one email', async () => {
  await using app = await startApp()
  const ada = await app.member()
  const id = await payFor(app, ada)

  const { status, body } = await ada.post(`/api/purchases/${id}/confirmation`)

  expect(status).toBe(200)
  expect(body.data).toMatchObject({ status: 'completed', total: 11_880, net: 9_900, tax: 1_980 })
  expect(body.data.reference).toMatch(/^test-\d{4}-000001$/)
  await app.settle()
  expect(app.mails.map(({ subject }) => subject).sort()).toEqual([
    expect.stringContaining('Welcome'),
    '[TEST] Your MY FUTURE WEEK: payment received, £118.80',
  ])
  const { body: owned } = await ada.get('/api/entitlements')
  expect(owned.data.items).toMatchObject([{ packageId: 'my-future-basic', state: 'active' }])
})

test('three parallel syncs all report paid and create one invoice', async () => {
  shared.sandbox.disturbWebhooks({ drop: true })
  const id = await payFor(shared, await shared.quickMember())
  shared.sandbox.calmWebhooks()
  const context = { ...shared.context, provider: shared.provider }

  const outcomes = await Promise.all([1, 2, 3].map(() => syncPurchase(context, id)))

  expect(outcomes).toEqual(['paid', 'paid', 'paid'])
  expect(await shared.rows('select 1 from document where purchase_id = $1', id)).toHaveLength(1)
})

test('if a later start is chosen, the package starts at midnight in London on day 15', async () => {
  const ada = await shared.quickMember()
  const id = await payFor(shared, ada, 'my-future-basic', 'later')
  const { body } = await ada.post(`/api/purchases/${id}/confirmation`)
  const { body: owned } = await ada.get('/api/entitlements')

  const [paid] = await shared.rows('select completed_at from purchase where id = $1', id)
  expect(body.data).toMatchObject({
    status: 'completed',
    startsAt: startOfDay(companyDay(paid.completed_at), 15).toISOString(),
  })
  expect(owned.data.items).toMatchObject([{ state: 'scheduled', isUsable: false }])
  const [email] = await emailsTo(shared, ada.person.email)
  expect(email?.text).toContain(`Your package starts on ${formatDateInLondon(new Date(body.data.startsAt))}.`)
  expect(email?.text).toContain(`You chose on ${formatDateInLondon(paid.completed_at)}`)
  expect(email?.text).toContain('to start once the 14-day cancellation period is over')
})

test('the confirmation email repeats the amounts, the deadline and the consent', async () => {
  const ada = await shared.quickMember()
  const id = await payFor(shared, ada, 'study-world-pro')
  await ada.post(`/api/purchases/${id}/confirmation`)

  const emails = await emailsTo(shared, ada.person.email)
  expect(emails).toHaveLength(1)
  const [{ reference }] = await shared.rows('select reference from purchase where id = $1', id)
  for (const expected of [
    '£199.00',
    '£39.80',
    '£238.80',
    'VAT (20%)',
    `INV-${reference.toUpperCase()}`,
    '14 days',
    'You asked us',
  ])
    expect(emails[0]?.text).toContain(expected)
})

test('a package bought while the same package is still active starts when that one ends', async () => {
  const ada = await shared.quickMember()
  const firstId = await payFor(shared, ada)
  const { body: firstPurchase } = await ada.post(`/api/purchases/${firstId}/confirmation`)
  const secondId = await payFor(shared, ada)
  const { body: secondPurchase } = await ada.post(`/api/purchases/${secondId}/confirmation`)

  expect(secondPurchase.data.startsAt).toBe(firstPurchase.data.endsAt)
  expect(new Date(secondPurchase.data.endsAt)).toEqual(addSpan(new Date(firstPurchase.data.endsAt), { weeks: 1 }))
})

test("an issued invoice does not change when the member's name changes", async () => {
  const ada = await shared.quickMember()
  const id = await payFor(shared, ada)
  await ada.post(`/api/purchases/${id}/confirmation`)
  const before = await shared.rows('select content from document where purchase_id = $1', id)
  await shared.rows("update account set first_name = 'Changed' where id = $1", ada.id)

  await ada.post(`/api/purchases/${id}/confirmation`)
  await shared.settle()

  expect(await shared.rows('select content from document where purchase_id = $1', id)).toEqual(before)
  expect(before[0].content).toMatchObject({
    isTest: true,
    buyer: { name: 'Ada Lovelace', email: ada.person.email },
    description: 'MY FUTURE WEEK',
    currency: 'GBP',
    net: 9_900,
    taxRateBasisPoints: 2_000,
    taxLabel: 'VAT (20%)',
    tax: 1_980,
    total: 11_880,
    seller: { name: 'FutureWorld Consultancy Ltd', vatNumber: 'GB 000 0000 00' },
  })
})

test('if a cancelled purchase is paid for after all, the member still gets the package', async () => {
  const ada = await shared.quickMember()
  const id = await payFor(shared, ada)
  await shared.rows("update purchase set status = 'cancelled' where id = $1 and status = 'pending'", id)
  await shared.settle()

  expect((await ada.get(`/api/purchases/${id}`)).body.data.status).toBe('completed')
})

test('invoices for payments with test keys are marked as tests, and those with live keys are not', async () => {
  const ada = await shared.quickMember()
  for (const [isLive, packageId, sequence] of [
    [false, 'my-future-basic', 'test-'],
    [true, 'study-world-basic', 'fw-'],
  ] as const) {
    shared.sandbox.disturbWebhooks({ drop: true })
    const id = await payFor(shared, ada, packageId)
    shared.sandbox.calmWebhooks()
    await shared.rows("update purchase set payment_mode = 'stripe' where id = $1", id)
    await syncPurchase({ ...shared.context, provider: { ...shared.provider, mode: 'stripe', isLive } }, id)
    const [invoice] = await shared.rows('select sequence, content from document where purchase_id = $1', id)
    expect(invoice.sequence).toMatch(new RegExp(`^${sequence}`))
    expect(invoice.content.isTest).toBe(!isLive)
  }
})
