import type { Page } from '@playwright/test'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { test as base, expect, logIn, openAccount, type Visitor, widths } from './support/test.ts'

const administrator = { email: 'owner@example.org', password: 'a long password of the owner' }

const test = base.extend<object, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      await using site = await startSite({
        environment: { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password },
      })
      await use(site)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

async function enter(page: Page, who: Pick<Visitor, 'email' | 'password'>, path: string) {
  await page.goto(`/login?from=${encodeURIComponent(path)}`)
  await logIn(page, who as Visitor)
  await page.waitForURL(`**${path}`)
}

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('an administrator finds a member, sees what they see in a tab of its own, and stays logged in', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await enter(page, administrator, '/admin/members')
      await look('members')
      await page.getByLabel('Name or e-mail address').fill(visitor.email)
      await page.getByRole('button', { name: 'Search' }).click()
      const found = page.getByRole('link', { name: 'Ada Lovelace' })
      await expect(found).toHaveCount(1)
      await found.click()
      await expect(page.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible()
      await look('member')

      const opened = page.context().waitForEvent('page')
      await page.getByRole('link', { name: 'View as member' }).click()
      const tab = await opened
      await tab.setViewportSize(viewport)
      await tab.getByLabel('Why').fill('They cannot find their invoices')
      await tab.getByRole('button', { name: 'Open their pages' }).click()
      await tab.waitForURL('**/portal')
      const notice = tab.getByRole('complementary', { name: 'Looking at the pages of a member' })
      await expect(notice).toContainText('You see what Ada Lovelace sees')
      await expect(tab.getByText('Hello, Ada')).toBeVisible()

      await tab.goto('/portal/profile')
      await expect(notice).toBeVisible()
      await tab.getByLabel('First name').fill('Somebody else')
      await tab.getByRole('button', { name: 'Save' }).first().click()
      await expect(tab.getByText('nothing can be changed here').first()).toBeVisible()
      await tab.screenshot({ path: test.info().outputPath('view.png'), fullPage: true })

      await page.reload()
      await expect(page.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible()
      expect(await page.evaluate(() => sessionStorage.getItem('view'))).toBeNull()
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('view.')

      await notice.getByRole('button', { name: 'Stop looking' }).click()
      await tab.waitForURL('**/admin/members/*')
      await expect(tab.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible()
      expect(await tab.evaluate(() => sessionStorage.getItem('view'))).toBeNull()
    })
  })
}

test('whoever logs out sees nothing of the member any more, in the other tab at once', async ({
  page,
  site,
  visitor,
}) => {
  await openAccount(site, visitor)
  await enter(page, administrator, '/admin/members')
  await page.getByRole('link', { name: 'Ada Lovelace' }).first().click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'View as member' }).click()
  const tab = await opened
  await tab.getByLabel('Why').fill('They cannot find their invoices')
  await tab.getByRole('button', { name: 'Open their pages' }).click()
  await tab.waitForURL('**/portal')
  await expect(tab.getByText('You see what')).toBeVisible()

  await page.goto('/admin/members')
  await page.getByLabel('Your account').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(tab.getByText('You see what')).toBeHidden()
  await tab.waitForURL('**/login**')
})
