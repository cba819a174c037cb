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
    const number = main.getByRole('link', { name: new RegExp(`^${title}: \\d+$`) })
    const count = Number(await number.textContent())
    await number.click()
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

  const held = main
    .getByRole('table')
    .nth(2)
    .getByRole('link', { name: /^Held, .*: [1-9]/ })
    .first()
  const [, month, count] = /^Held, (.*): (\d+)$/.exec((await held.getAttribute('aria-label')) ?? '') ?? []
  await held.click()
  await expect(main.getByRole('heading', { name: `Sessions held, ${month}`, level: 1 })).toBeVisible()
  await expectRows(main, Number(count))
  await look('sessions-of-a-month')
})

test('the first steps link to their pages, and the audit log records what was done there', async ({
  adminPage: page,
  look,
}) => {
  await page.goto('/admin/first-steps')
  const main = page.getByRole('main')
  await expect(main.getByText(/From an empty site to one that sells: \d of 9 steps are done\./)).toBeVisible()
  await main.getByRole('button', { name: 'Send me a test letter' }).click()
  await expect(main.getByText('A test letter is on its way to you.')).toBeVisible()
  await look('first-steps')
  await main.getByRole('link', { name: 'Company settings' }).click()
  await expect(main.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()

  await page.goto('/admin/audit')
  await main.getByLabel('Action').selectOption('Email test sent')
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/action=email\.test-sent/)
  const entry = main.getByRole('listitem').first()
  await expect(entry).toContainText('First Administrator')
  await expect(main.getByRole('listitem').filter({ hasNotText: 'Email test sent' })).toHaveCount(0)
  await look('audit')
  await main.getByLabel('Until').fill('2020-01-01')
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(main.getByText('Nothing fits this search.')).toBeVisible()
  await look('audit-none')
})

/** A long list shows only its first page of 20. */
async function expectRows(main: Locator, count: number) {
  await expect(main.getByRole('listitem')).toHaveCount(Math.min(count, 20))
  await expect(main.getByRole('button', { name: /more/i })).toHaveCount(count > 20 ? 1 : 0)
}
