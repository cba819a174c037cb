import { expect, test } from 'vitest'
import { companyDay, startOfDay } from '#platform/shared/calendar.ts'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { postEvent } from '#tests/support/app/webhooks.ts'
import { postToProvider, startPaying } from '#tests/support/given/checkout.ts'
import { emailSubjectsTo } from '#tests/support/given/refunds.ts'
import { listPaidMonths, newSubscriber, subscribe, subscriptionRow } from '#tests/support/given/subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

const listAnomalyKinds = async (app: TestApp) =>
  (await app.rows('select kind from payment_anomaly order by kind')).map(({ kind }) => kind)

/** The number of grants per package line. */
const countGrants = async (app: TestApp) => {
  const rows = await app.rows(
    "select line_key, count(*)::int as count from entitlement_entry where kind = 'grant' group by 1",
  )
  return Object.fromEntries(rows.map((row) => [row.line_key, row.count])) as Record<string, number>
}

/** Jumps to noon UTC on the given day of next year. */
async function jumpTo(app: TestApp, month: number, day: number) {
  const now = app.clock.now()
  const year = now.getUTCFullYear() + 1
  const hours = Math.round((Date.UTC(year, month - 1, day, 12) - now.getTime()) / 3_600_000)
  await app.jump({ hours })
  return year
}

test('the first payment activates the subscription and its package', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()

  const { id, purchaseId } = await subscribe(app, ada)

  expect(await subscriptionRow(app, id)).toMatchObject({
    status: 'active',
    total: 3_480,
    card_last4: '4242',
    past_due_since: null,
  })
  const purchase = await ada.get(`/api/purchases/${purchaseId}`)
  expect(purchase.body.data).toMatchObject({ status: 'completed', subscriptionId: id, total: 3_480 })
  const packages = await ada.get('/api/entitlements')
  expect(packages.body.data.items).toMatchObject([
    { state: 'active', subscription: { id, status: 'active', cancelsAtPeriodEnd: false, price: { total: 3_480 } } },
  ])
  expect(app.sandbox.objects('invoice')).toMatchObject([{ amount_paid: 3_480, currency: 'gbp', total_taxes: [] }])
  expect(app.sandbox.objects('subscription')).toMatchObject([{ metadata: { subscription_id: id } }])
})

test('each paid month is a purchase with an invoice, an email and new grants', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)

  await app.jump({ days: 32 })
  await app.jump({ days: 31 })

  const months = await listPaidMonths(app, id)
  expect(months).toHaveLength(3)
  expect(months.map(({ status, total }) => [status, total])).toEqual(Array(3).fill(['completed', 3_480]))
  for (const [index, month] of months.entries()) {
    if (index > 0) expect(month.starts_at).toEqual(months[index - 1]?.ends_at)
  }
  expect(await app.rows("select count(*)::int as count from document where kind = 'invoice'")).toEqual([{ count: 3 }])
  const periods = await app.rows("select content -> 'period' as period from document order by issued_at")
  expect(periods.map(({ period }) => [period.startsAt, period.endsAt])).toEqual(
    months.map(({ starts_at: startsAt, ends_at: endsAt }) => [startsAt.toISOString(), endsAt.toISOString()]),
  )
  expect(await app.rows('select sum(amount)::int as sum from payment_entry')).toEqual([{ sum: 3 * 3_480 }])
  const grants = await countGrants(app)
  const lines = await app.rows(
    "select key, granted_per from package_line where package_id = 'my-future-pro' order by key",
  )
  for (const { key, granted_per: per } of lines) expect([key, grants[key]]).toEqual([key, per === 'period' ? 3 : 1])
  expect(new Set(lines.map(({ granted_per: per }) => per))).toEqual(new Set(['period', 'subscription']))
  const subjects = emailSubjectsTo(app, ada)
  expect(subjects.filter((subject) => subject.includes('payment received'))).toHaveLength(1)
  expect(subjects.filter((subject) => subject.includes('renewed'))).toHaveLength(2)
  const returningAda = await app.returning(ada)
  expect((await returningAda.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'active' }])
  expect((await returningAda.get('/api/portal/dashboard')).body.data).toMatchObject({ activePackages: 1 })
})

test('a subscription started on 31 January renews on the last day of February and on 31 March', async () => {
  await using app = await startApp()
  const year = await jumpTo(app, 1, 31)
  const { id } = await newSubscriber(app)

  await app.jump({ days: 30 })
  await app.jump({ days: 31 })

  const months = await listPaidMonths(app, id)
  const february = new Date(Date.UTC(year, 2, 0)).getUTCDate()
  expect(months.map(({ starts_at: startsAt }) => [startsAt.getUTCMonth() + 1, startsAt.getUTCDate()])).toEqual([
    [1, 31],
    [2, february],
    [3, 31],
  ])
  expect(months[0]?.ends_at).toEqual(months[1]?.starts_at)
  expect(months[1]?.ends_at).toEqual(months[2]?.starts_at)
})

test('the 14 days count from the payment, not from the start of the checkout', async () => {
  await using app = await startApp()
  await jumpTo(app, 11, 10)
  const ada = await app.quickMember()
  const { clientSecret } = await startPaying(ada, 'my-future-pro', 'later')
  await app.jump({ hours: 20 })
  await app.pay(clientSecret)
  await app.settle()
  await app.jump({ days: 31 })
  await app.jump({ days: 31 })

  const [{ id }] = await app.rows('select id from subscription')
  const months = await listPaidMonths(app, id)
  const [firstPurchase] = await app.rows('select completed_at from purchase order by completed_at')
  expect(months).toHaveLength(3)
  expect(months[0]?.starts_at).toEqual(startOfDay(companyDay(firstPurchase.completed_at), 15))
  for (const [index, { starts_at: startsAt }] of months.entries())
    if (index > 0) expect(startsAt).toEqual(months[index - 1]?.ends_at)
})

test.each([
  ['summer', 3, 10],
  ['winter', 10, 10],
])('months across the change to %s time follow on without a gap, even with the later start', async (_, month, day) => {
  await using app = await startApp()
  await jumpTo(app, month, day)
  const [ada, eve] = [await app.quickMember(), await app.quickMember()]
  const { id: todayId } = await subscribe(app, ada)
  const { id: laterId } = await subscribe(app, eve, { start: 'later' })
  for (const days of [31, 31, 31]) await app.jump({ days })

  for (const id of [todayId, laterId]) {
    const months = await listPaidMonths(app, id)
    expect(months).toHaveLength(4)
    for (const [index, { starts_at: startsAt }] of months.entries())
      if (index > 0) expect(startsAt).toEqual(months[index - 1]?.ends_at)
  }
})

test('each month is granted once, even if events are repeated, late or out of order', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  app.sandbox.disturbWebhooks({ drop: true })
  const { clientSecret } = await startPaying(ada, 'my-future-pro')
  await app.pay(clientSecret)
  app.sandbox.advanceClock({ days: 32 })
  app.clock.advance({ days: 32 })
  const events = app.sandbox.objects('event', 100) as unknown as object[]

  const newestFirst = [...events, ...events]
  await Promise.all(newestFirst.map((event) => postEvent(app, event)))
  await app.settle()
  await Promise.all(events.toReversed().map((event) => postEvent(app, { ...event, id: `evt_${crypto.randomUUID()}` })))
  await app.settle()

  const [{ id }] = await app.rows('select id from subscription')
  expect(await listPaidMonths(app, id)).toHaveLength(2)
  expect(await app.rows('select count(*)::int as count from payment_entry')).toEqual([{ count: 2 }])
  expect(app.mails.filter(({ subject }) => subject.includes('renewed'))).toHaveLength(1)
  expect(await listAnomalyKinds(app)).toEqual([])
})

test('concurrent syncs for a month create one purchase, and the database refuses a second', async () => {
  await using app = await startApp()
  const { id, purchaseId } = await newSubscriber(app)
  app.sandbox.disturbWebhooks({ drop: true })
  await app.jump({ days: 32 })
  const context = { ...app.context, provider: app.provider }

  await Promise.all([1, 2, 3].map(() => syncSubscription(context, id)))

  expect(await listPaidMonths(app, id)).toHaveLength(2)
  const duplicateInvoice = `update purchase set provider_invoice_id =
    (select provider_invoice_id from purchase where id = $1) where id <> $1`
  await expect(app.rows(duplicateInvoice, purchaseId)).rejects.toThrow('purchase_provider_invoice_id_key')
})

test.each([
  ['from another site', {}, ['subscription-foreign']],
  ["with our subscription's id", { hasOurId: true }, ['subscription-duplicate']],
] as const)(
  "a subscription %s for a member's customer is reported and changes nothing",
  async (_, { hasOurId = false }: { hasOurId?: boolean }, kinds) => {
    await using app = await startApp()
    const { id, providerId } = await newSubscriber(app)
    const [customer] = app.sandbox.objects('customer') as unknown as { id: string }[]

    const foreign = await postToProvider(app, 'subscriptions', {
      customer: customer?.id ?? '',
      'items[0][price_data][currency]': 'gbp',
      'items[0][price_data][product]': 'my-future-pro',
      'items[0][price_data][recurring][interval]': 'month',
      'items[0][price_data][unit_amount]': '3480',
      payment_behavior: 'default_incomplete',
      ...(hasOurId && { 'metadata[subscription_id]': id }),
    })
    await app.settle()

    expect(foreign.id).not.toBe(providerId)
    expect(await listAnomalyKinds(app)).toEqual(kinds)
    expect(await subscriptionRow(app, id)).toMatchObject({ provider_id: providerId, status: 'active' })
    expect(await app.rows('select count(*)::int as open from stripe_event where handled_at is null')).toEqual([
      { open: 0 },
    ])
  },
)

test('a month with a different price is reported and grants nothing', async () => {
  await using app = await startApp()
  const { id } = await newSubscriber(app)
  await app.rows('update subscription set net = 9900, tax = 1980, total = 11880 where id = $1', id)

  await app.jump({ days: 32 })

  expect(await listPaidMonths(app, id)).toHaveLength(1)
  expect(await listAnomalyKinds(app)).toEqual(['invoice-mismatch'])
})
