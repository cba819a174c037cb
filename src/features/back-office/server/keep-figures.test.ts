import { expect, test } from 'vitest'
import { insertBusiness, makeBusiness } from '../../../../tests/support/random-business.ts'
import { startApp, type TestApp } from '../../../../tests/support/start-app.ts'
import { Figure, type FigureRow, type FigureTotal, type Overview } from '../contract/figure.ts'
import { FEW_ROWS } from '../rules/kept-figures.ts'

const withoutMoment = ({ asOf: _, ...figures }: Overview) => figures

test('in a small company each look counts anew, whatever was counted before', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  await app.run('keep-figures')
  await insertBusiness(app, makeBusiness({ seed: 7, now: app.clock.now(), members: 20 }))

  const { body } = await administrator.get('/api/admin/overview')
  expect(body.data.asOf).toBe(null)
  expect(body.data.activePackages).toBeGreaterThan(0)
})

test('in a large company the figures are of the moment they say, and equal their lists at that moment', async () => {
  await using app = await startApp()
  await insertBusiness(app, makeBusiness({ seed: 7, now: app.clock.now(), members: 60 }))
  const administrator = await app.quickMember('administrator')
  const live: Overview = (await administrator.get('/api/admin/overview')).body.data
  const before = app.clock.now()
  await app.run('keep-figures')
  const after = app.clock.now()
  await asIfLarge(app)

  const kept: Overview = (await administrator.get('/api/admin/overview')).body.data
  const asOf = new Date(kept.asOf ?? 0)
  expect(asOf >= before && asOf <= after).toBe(true)
  expect(withoutMoment(kept)).toEqual(withoutMoment(live))
  for (const figure of Figure.options) {
    for (const month of [undefined, kept.months[9], '2019-01']) {
      const total = await readTotal(administrator, figure, month)
      const rows = await readRows(administrator, figure, month)
      expect([figure, month, total.count]).toEqual([figure, month, rows.length])
      expect([figure, month, total.sums]).toEqual([figure, month, sumsOf(rows)])
    }
  }
})

test('what happens after that moment is counted within five minutes', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  await app.run('keep-figures')
  await asIfLarge(app)
  await insertBusiness(app, makeBusiness({ seed: 7, now: app.clock.now(), members: 20 }))

  const before: Overview = (await administrator.get('/api/admin/overview')).body.data
  expect(before.activePackages).toBe(0)
  expect(await readTotal(administrator, 'packages-active')).toMatchObject({ asOf: before.asOf, count: 0 })

  await app.run('keep-figures')
  await asIfLarge(app)
  const after: Overview = (await administrator.get('/api/admin/overview')).body.data
  expect(after.activePackages).toBeGreaterThan(0)
  expect((await readTotal(administrator, 'packages-active')).count).toBe(after.activePackages)
})

test('figures that nobody counted for a quarter of an hour, or that another version kept, are counted anew', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  const isLive = async () => (await administrator.get('/api/admin/overview')).body.data.asOf === null
  await app.run('keep-figures')
  await asIfLarge(app)
  expect(await isLive()).toBe(false)

  await app.rows(`update kept_figures set sums = '[{"figure":"of-another-version"}]'`)
  expect(await isLive()).toBe(true)

  await app.run('keep-figures')
  await asIfLarge(app)
  await app.rows("update kept_figures set as_of = as_of - interval '16 minutes'")
  expect(await isLive()).toBe(true)
})

/** Without the rows that it takes. */
async function asIfLarge(app: TestApp) {
  await app.rows('update kept_figures set row_count = $1', FEW_ROWS)
}

type Reader = Awaited<ReturnType<TestApp['quickMember']>>

async function readTotal(reader: Reader, figure: Figure, month?: string): Promise<FigureTotal> {
  const query = new URLSearchParams({ figure, ...(month && { month }) })
  return (await reader.get(`/api/admin/figures/total?${query}`)).body.data
}

async function readRows(reader: Reader, figure: Figure, month?: string): Promise<FigureRow[]> {
  const query = new URLSearchParams({ figure, ...(month && { month }), limit: '100' })
  const rows: FigureRow[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await reader.get(`/api/admin/figures?${query}${cursor && `&cursor=${cursor}`}`)
    rows.push(...body.data.items)
    cursor = body.data.nextCursor
  }
  return rows
}

function sumsOf(rows: FigureRow[]) {
  return (['GBP', 'USD'] as const).flatMap((currency) => {
    const amounts = rows.flatMap(({ amount }) => (amount?.currency === currency ? [amount.amount] : []))
    return amounts.length > 0 ? [{ currency, amount: amounts.reduce((sum, amount) => sum + amount, 0) }] : []
  })
}
