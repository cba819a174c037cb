import { expect, test } from 'vitest'
import { readPages } from '../../../../../tests/support/app/read-pages.ts'
import { startApp, type TestApp } from '../../../../../tests/support/app/start-app.ts'
import { insertBusiness, makeBusiness } from '../../../../../tests/support/proof/random-business.ts'
import { Metric, type MetricRow, type MetricTotal, type Overview } from '../contract.ts'
import { FEW_ROWS } from '../rules.ts'

const withoutAsOf = ({ asOf: _, ...metrics }: Overview) => metrics

test("a small company's metrics are always calculated afresh", async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  await app.run('refresh-cached-metrics')
  await insertBusiness(app, makeBusiness({ seed: 7, now: app.clock.now(), members: 20 }))

  const { body } = await administrator.get('/api/admin/overview')
  expect(body.data.asOf).toBe(null)
  expect(body.data.activePackages).toBeGreaterThan(0)
})

test("a large company's cached metrics match their lists at the cached moment", async () => {
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
      const total = await readTotal(administrator, metric, month)
      const rows = await readRows(administrator, metric, month)
      expect([metric, month, total.count]).toEqual([metric, month, rows.length])
      expect([metric, month, total.sums]).toEqual([metric, month, sumByCurrency(rows)])
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
  expect(await readTotal(administrator, 'packages-active')).toMatchObject({ asOf: before.asOf, count: 0 })

  await app.run('refresh-cached-metrics')
  await simulateLargeCompany(app)
  const after: Overview = (await administrator.get('/api/admin/overview')).body.data
  expect(after.activePackages).toBeGreaterThan(0)
  expect((await readTotal(administrator, 'packages-active')).count).toBe(after.activePackages)
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

/** Sets a row count from which the cache is used, without inserting that many rows. */
async function simulateLargeCompany(app: TestApp) {
  await app.rows('update stored_metrics set row_count = $1', FEW_ROWS)
}

type Reader = Awaited<ReturnType<TestApp['quickMember']>>

async function readTotal(reader: Reader, metric: Metric, month?: string): Promise<MetricTotal> {
  const query = new URLSearchParams({ metric, ...(month && { month }) })
  return (await reader.get(`/api/admin/metrics/total?${query}`)).body.data
}

async function readRows(reader: Reader, metric: Metric, month?: string): Promise<MetricRow[]> {
  const query = new URLSearchParams({ metric, ...(month && { month }), limit: '100' })
  return readPages<MetricRow>(reader, `/api/admin/metrics?${query}`)
}

function sumByCurrency(rows: MetricRow[]) {
  return (['GBP', 'USD'] as const).flatMap((currency) => {
    const amounts = rows.flatMap(({ amount }) => (amount?.currency === currency ? [amount.amount] : []))
    return amounts.length > 0 ? [{ currency, amount: amounts.reduce((sum, amount) => sum + amount, 0) }] : []
  })
}
