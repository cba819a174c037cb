import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Currency } from '#platform/shared/money.ts'
import { readPages } from '#tests/support/app/read-pages.ts'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { type Business, insertBusiness, makeBusiness } from '#tests/support/proof/random-business.ts'
import { Metric, type MetricRow, type MetricTotal, MonthlyMetric, type Overview } from '../contract.ts'
import { FEW_ROWS } from '../rules.ts'

const seeds = [1, 2, 34_549, randomInt(1_000_000)]

test.each(seeds)('every metric matches its rows and its list (random seed %i)', async (seed) => {
  await using app = await startApp()
  const now = app.clock.now()
  const business = makeBusiness({ seed, now, members: 60 })
  await insertBusiness(app, business)
  const administrator = await app.quickMember('administrator')

  const overview: Overview = (await administrator.get('/api/admin/overview')).body.data
  expect(overview).toEqual(computeExpected(business, now))

  for (const metric of Metric.options) {
    const { rows, total } = await readWholeList(administrator, `metric=${metric}`)
    expect([metric, total.count]).toEqual([metric, rows.length])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect([metric, toListTotal(metric, rows)]).toEqual([metric, toOverviewTotal(metric, overview)])
  }
  // Also checks one month of each monthly metric.
  for (const metric of MonthlyMetric.options) {
    const month = overview.months[9] ?? ''
    const { rows } = await readWholeList(administrator, `metric=${metric}&month=${month}`)
    expect(rows.filter(({ at }) => toLondonMonth(new Date(at)) !== month)).toEqual([])
    if (metric !== 'revenue') expect([metric, rows.length]).toEqual([metric, getMonthlyCounts(metric, overview)[9]])
  }
  for (const { currency, amounts } of overview.revenue) {
    const { rows, total } = await readWholeList(
      administrator,
      `metric=revenue&currency=${currency}&month=${overview.months[11]}`,
    )
    expect(rows.reduce((sum, { amount }) => sum + (amount?.amount ?? 0), 0)).toBe(amounts[11])
    expect(total.sums).toEqual(rows.length > 0 ? [{ currency, amount: amounts[11] }] : [])
  }
})

test("every figure in an empty site's overview is zero", async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  const { body } = await administrator.get('/api/admin/overview')
  expect(body.data).toMatchObject({
    revenue: [{ currency: 'GBP', amounts: Array(12).fill(0) }],
    firstSessions: { packages: 0, medianDays: null },
    activePackages: 0,
    messagesWaiting: 0,
  })
})

test("a metric's CSV has the same rows as its list", async () => {
  await using app = await startApp()
  const business = makeBusiness({ seed: 5, now: app.clock.now(), members: 20 })
  await insertBusiness(app, business)
  const administrator = await app.quickMember('administrator')
  const { rows } = await readWholeList(administrator, 'metric=revenue')
  expect(await downloadLines(app, administrator, 'revenue')).toHaveLength(rows.length + 1)
})

test('the CSV shows due dates in London time', async () => {
  await using app = await startApp()
  await insertBusiness(app, makeBusiness({ seed: 5, now: app.clock.now(), members: 20 }))
  await app.rows("update deliverable set due_on = '2026-07-01', state = 'planned', delivered_at = null")
  const administrator = await app.quickMember('administrator')
  const [head = '', ...lines] = await downloadLines(app, administrator, 'deliverables-late')
  expect(head).toMatch(/^\uFEFF?"Due on",/)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toMatch(/^"2026-07-01",/)
})

const withoutAsOf = ({ asOf: _, ...metrics }: Overview) => metrics

test("a large company's cached metrics match their lists at the time they were cached", async () => {
  await using app = await startApp()
  await insertBusiness(app, makeBusiness({ seed: 7, now: app.clock.now(), members: 60 }))
  const administrator = await app.quickMember('administrator')
  const live: Overview = (await administrator.get('/api/admin/overview')).body.data
  const before = app.clock.now()
  await app.run('refresh-cached-metrics')
  const after = app.clock.now()
  await simulateLargeCompany(app)

  const cached: Overview = (await administrator.get('/api/admin/overview')).body.data
  const asOf = new Date(cached.asOf ?? 0)
  expect(asOf >= before && asOf <= after).toBe(true)
  expect(withoutAsOf(cached)).toEqual(withoutAsOf(live))
  for (const metric of Metric.options) {
    for (const month of [undefined, cached.months[9], '2019-01']) {
      const { rows, total } = await readWholeList(administrator, `metric=${metric}${month ? `&month=${month}` : ''}`)
      const sums = sumBy(rows.flatMap(({ amount }) => amount ?? []))
      expect([metric, month, total.count, sumBy(total.sums)]).toEqual([metric, month, rows.length, sums])
    }
  }
})

test('changes appear in cached metrics after the next refresh', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  await app.run('refresh-cached-metrics')
  await simulateLargeCompany(app)
  await insertBusiness(app, makeBusiness({ seed: 7, now: app.clock.now(), members: 20 }))

  const before: Overview = (await administrator.get('/api/admin/overview')).body.data
  expect(before.activePackages).toBe(0)
  expect((await readWholeList(administrator, 'metric=packages-active')).total).toMatchObject({
    asOf: before.asOf,
    count: 0,
  })

  await app.run('refresh-cached-metrics')
  await simulateLargeCompany(app)
  const after: Overview = (await administrator.get('/api/admin/overview')).body.data
  expect(after.activePackages).toBeGreaterThan(0)
  expect((await readWholeList(administrator, 'metric=packages-active')).total.count).toBe(after.activePackages)
})

test('cached metrics older than fifteen minutes or from another version are recalculated', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  const isLive = async () => (await administrator.get('/api/admin/overview')).body.data.asOf === null
  await app.run('refresh-cached-metrics')
  await simulateLargeCompany(app)
  expect(await isLive()).toBe(false)

  await app.rows(`update stored_metrics set sums = '[{"metric":"of-another-version"}]'`)
  expect(await isLive()).toBe(true)

  await app.run('refresh-cached-metrics')
  await simulateLargeCompany(app)
  await app.rows("update stored_metrics set as_of = as_of - interval '16 minutes'")
  expect(await isLive()).toBe(true)
})

/** Raises the stored row count until the cache is used, without inserting that many rows. */
async function simulateLargeCompany(app: TestApp) {
  await app.rows('update stored_metrics set row_count = $1', FEW_ROWS)
}

async function downloadLines({ app }: TestApp, { token }: Reader, metric: Metric): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const { payload } = await app.inject({ url: `/api/admin/metrics.csv?metric=${metric}`, headers })
  return payload.trimEnd().split('\r\n')
}

type Reader = Awaited<ReturnType<TestApp['quickMember']>>

async function readWholeList(reader: Reader, query: string) {
  const rows = await readPages<MetricRow>(reader, `/api/admin/metrics?${query}&limit=100`)
  const total: MetricTotal = (await reader.get(`/api/admin/metrics/total?${query}`)).body.data
  return { rows, total }
}

function getMonthlyCounts(metric: Exclude<MonthlyMetric, 'revenue'>, { subscriptions, sessions }: Overview): number[] {
  return {
    'subscriptions-new': subscriptions.new,
    'subscriptions-renewed': subscriptions.renewed,
    'subscriptions-lost': subscriptions.lost,
    'sessions-held': sessions.held,
    'sessions-moved': sessions.moved,
    'sessions-missed': sessions.missed,
  }[metric]
}

/** The total of a list, in the format used by the overview. */
function toListTotal(metric: Metric, rows: MetricRow[]) {
  if (metric === 'revenue') return sumBy(rows.flatMap(({ amount }) => amount ?? []))
  if (metric === 'first-sessions') return closeToMedian(rows.map(({ days }) => days ?? 0))
  return rows.length
}

function toOverviewTotal(metric: Metric, overview: Overview) {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  if (metric === 'revenue')
    return sumBy(overview.revenue.map(({ currency, amounts }) => ({ currency, amount: sum(amounts) })))
  if (metric === 'first-sessions') return overview.firstSessions.medianDays
  if (metric === 'packages-active') return overview.activePackages
  if (metric === 'deliverables-due') return overview.deliverablesDue
  if (metric === 'deliverables-late') return overview.deliverablesLate
  if (metric === 'messages-waiting') return overview.messagesWaiting
  return sum(getMonthlyCounts(metric, overview))
}

function sumBy(amounts: { currency: string; amount: number }[]) {
  const sums: Record<string, number> = { GBP: 0, USD: 0 }
  for (const { currency, amount } of amounts) sums[currency] = (sums[currency] ?? 0) + amount
  return sums
}

/** Calculates the same metrics row by row, without SQL. */
function computeExpected(business: Business, now: Date): Overview {
  const months = [toLondonMonth(now)]
  while (months.length < 12) {
    const [year = 0, month = 0] = (months[0] ?? '').split('-').map(Number)
    months.unshift(month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`)
  }
  const perMonth = <Row>(rows: Row[], getMoment: (row: Row) => Date | null, value = (_: Row) => 1) =>
    months.map((month) =>
      rows.reduce((sum, row) => {
        const at = getMoment(row)
        return at && toLondonMonth(at) === month ? sum + value(row) : sum
      }, 0),
    )
  const purchases = business.purchases.filter(({ payment_mode }) => payment_mode === 'sandbox')
  const purchasesById = new Map(business.purchases.map((purchase) => [purchase.id, purchase]))
  const entries = business.entries.filter(
    ({ purchase_id }) => purchasesById.get(purchase_id)?.payment_mode === 'sandbox',
  )
  const paidMonths = purchases.filter(({ subscription_id }) => subscription_id)
  const firstMonths = [...Map.groupBy(paidMonths, ({ subscription_id }) => subscription_id).values()].map(
    (group) => group.toSorted((first, second) => Number(first.completed_at) - Number(second.completed_at))[0],
  )
  const isFirst = new Set(firstMonths)
  const paidSubscriptions = new Set(business.purchases.map(({ subscription_id }) => subscription_id))
  const waits = computeWaits(
    business,
    purchases.filter((purchase) => !purchase.subscription_id || isFirst.has(purchase)),
  )
  const recent = waits.filter(({ at }) => months.includes(toLondonMonth(at)))
  const dated = listOpenItems(business, now).filter(({ unit }) => unit === 'report')
  const today = toLondonDay(now)
  const inAWeek = toLondonDay(new Date(new Date(`${today}T12:00:00Z`).getTime() + 7 * DAY_MS))
  const held = business.bookings.filter(({ state }) => state === 'held')
  const currencies = ['GBP', 'USD'].filter(
    (currency) =>
      currency === 'GBP' ||
      entries.some((entry) => entry.currency === currency && months.includes(toLondonMonth(entry.occurred_at))),
  )
  return {
    asOf: null,
    months,
    revenue: currencies.map((currency) => ({
      currency: currency as Currency,
      amounts: perMonth(
        entries.filter((entry) => entry.currency === currency),
        ({ occurred_at }) => occurred_at,
        ({ amount }) => amount,
      ),
    })),
    subscriptions: {
      new: perMonth(
        paidMonths.filter((purchase) => isFirst.has(purchase)),
        ({ completed_at }) => completed_at,
      ),
      renewed: perMonth(
        paidMonths.filter((purchase) => !isFirst.has(purchase)),
        ({ completed_at }) => completed_at,
      ),
      lost: perMonth(
        business.subscriptions.filter(
          ({ id, payment_mode }) => payment_mode === 'sandbox' && paidSubscriptions.has(id),
        ),
        ({ ended_at }) => ended_at,
      ),
    },
    sessions: {
      held: perMonth(held, ({ starts_at }) => starts_at),
      moved: perMonth(business.bookings, ({ moved_at }) => moved_at),
      missed: perMonth(
        business.bookings.filter(({ state }) => state === 'missed'),
        ({ starts_at }) => starts_at,
      ),
    },
    firstSessions: {
      packages: recent.length,
      medianDays: recent.length === 0 ? null : closeToMedian(recent.map(({ days }) => days)),
    },
    activePackages: countActive(business, now),
    deliverablesDue: dated.filter(({ due_on }) => due_on >= today && due_on < inAWeek).length,
    deliverablesLate: dated.filter(({ due_on }) => due_on < today).length,
    messagesWaiting:
      business.conversations.filter(({ waiting_since }) => waiting_since).length +
      business.messages.filter(({ state, spam_reason }) => !spam_reason && ['new', 'in-progress'].includes(state))
        .length,
  }
}

function computeWaits({ bookings, entitlements, purchases }: Business, bought: Business['purchases']) {
  return bought.flatMap((purchase) => {
    const months = purchase.subscription_id
      ? purchases.filter(({ subscription_id }) => subscription_id === purchase.subscription_id)
      : [purchase]
    const owned = entitlements.filter(({ purchase_id }) => months.some(({ id }) => id === purchase_id))
    const held = bookings.filter(
      ({ entitlement_id, state }) => state === 'held' && owned.some(({ id }) => id === entitlement_id),
    )
    if (held.length === 0) return []
    const first = Math.min(...held.map(({ starts_at }) => starts_at.getTime()))
    return [{ at: purchase.completed_at, days: Math.max(0, first - purchase.completed_at.getTime()) / DAY_MS }]
  })
}

function listOpenItems({ items, entitlements, purchases }: Business, now: Date) {
  return items.filter(({ state, entitlement_id }) => {
    const entitlement = entitlements.find(({ id }) => id === entitlement_id)
    const purchase = purchases.find(({ id }) => id === entitlement?.purchase_id)
    const isRefundedOrDisputed = purchase && ['refunded', 'disputed'].includes(purchase.status)
    return (
      state !== 'delivered' &&
      entitlement &&
      entitlement.starts_at <= now &&
      !entitlement.cancelled_at &&
      !isRefundedOrDisputed
    )
  })
}

function countActive({ entitlements, purchases, subscriptions }: Business, now: Date): number {
  const active = entitlements.flatMap((entitlement) => {
    const purchase = purchases.find(({ id }) => id === entitlement.purchase_id)
    const subscription = subscriptions.find(({ id }) => id === purchase?.subscription_id)
    const mayRenew =
      subscription?.status === 'past_due' || (subscription?.status === 'active' && !subscription.cancels_at_period_end)
    const until = entitlement.ends_at.getTime() + (mayRenew ? 7 * DAY_MS : 0)
    if (entitlement.cancelled_at || entitlement.starts_at > now || until <= now.getTime()) return []
    if (purchase && (['refunded', 'disputed'].includes(purchase.status) || purchase.payment_mode !== 'sandbox'))
      return []
    return [subscription?.id ?? entitlement.id]
  })
  return new Set(active).size
}

/** The database rounds the last digit differently when it averages the two middle values. */
function closeToMedian(values: number[]): number {
  return expect.closeTo(median(values), 9)
}

function median(values: number[]): number {
  const sorted = values.toSorted((first, second) => first - second)
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
    sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0,
  ]
  return low + 0.5 * (high - low)
}

const londonDays = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/London' })

function toLondonDay(moment: Date): string {
  return londonDays.format(moment)
}

function toLondonMonth(moment: Date): string {
  return toLondonDay(moment).slice(0, 7)
}
