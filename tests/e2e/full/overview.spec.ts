import type { Locator } from '@playwright/test'
import { insertBusiness, makeBusiness } from '../../support/proof/random-business.ts'
import { withSite } from '../support/site-with-data.ts'
import { expect, onSite } from '../support/test.ts'

/** A site with a year of business data. */
const test = onSite((use) =>
  withSite((world) => insertBusiness(world, makeBusiness({ seed: 7, now: world.clock.now(), members: 40 })), use),
)

test('each metric in the overview explains itself and opens the list it counts', async ({ adminPage: page, look }) => {
  await page.goto('/admin')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await look('overview')

  for (const title of ['Active packages', 'Deliverables late', 'Messages waiting']) {
    const metricLink = main.getByRole('link', { name: new RegExp(`^${title}: \\d+$`) })
    const count = Number(await metricLink.textContent())
    await metricLink.click()
    await expect(main.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(main.getByText(String(count), { exact: true })).toBeVisible()
    await expectRows(main, count)
    await look(title)
    await main.getByRole('link', { name: 'Overview' }).click()
  }

  await main.getByLabel('What this means: Active packages').click()
  await expect(main.getByText('Packages that a member can use now, bought or given away.')).toBeVisible()
  await look('overview-meaning')
})

test('each chart has a table of its values, which link to the items counted in that month', async ({
  adminPage: page,
  look,
}) => {
  await page.goto('/admin')
  const main = page.getByRole('main')
  for (const title of ['Revenue, pounds', 'Revenue, dollars', 'Sessions', 'Subscriptions'])
    await expect(main.getByRole('img', { name: `${title}, month by month` })).toBeVisible()
  await expect(main.getByRole('table')).toHaveCount(0)
  const summaries = main.getByText('The numbers, and what is behind them')
  await expect(summaries).toHaveCount(4)
  for (const summary of await summaries.all()) await summary.click()
  await expect(main.getByRole('table')).toHaveCount(4)
  for (const table of await main.getByRole('table').all()) await expect(table.getByRole('row')).toHaveCount(13)
  await look('overview-tables')

  const sessionsChart = main.getByRole('img', { name: 'Sessions, month by month' })
  const sessionsTable = sessionsChart.locator('xpath=following::table[1]')
  const held = sessionsTable.getByRole('link', { name: /^Held, .*: [1-9]/ }).first()
  const { month, count } = await readMonthAndCount(held)
  await held.click()
  await expect(main.getByRole('heading', { name: `Sessions held, ${month}`, level: 1 })).toBeVisible()
  await expectRows(main, count)
  await look('sessions-of-a-month')
})

/** A long list shows only its first page of 20. */
async function expectRows(main: Locator, count: number) {
  await expect(main.getByRole('listitem')).toHaveCount(Math.min(count, 20))
  await expect(main.getByRole('button', { name: /more/i })).toHaveCount(count > 20 ? 1 : 0)
}

/** From a label like "Held, March 2027: 12". */
async function readMonthAndCount(link: Locator) {
  const [, month, count] = /^.+?, (.*): (\d+)$/.exec((await link.getAttribute('aria-label')) ?? '') ?? []
  return { month, count: Number(count) }
}
