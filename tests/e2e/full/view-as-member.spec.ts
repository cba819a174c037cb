import { keepLogin, openAccount } from '../support/api.ts'
import { checkScreen } from '../support/check-screen.ts'
import { administrator } from '../support/site-with-data.ts'
import { expect, test } from '../support/test.ts'

test('an administrator views the portal as a member, read only in a new tab, and stays logged in', async ({
  page,
  site,
  visitor,
}) => {
  await openAccount(site, visitor)
  await keepLogin(page, site, administrator)
  await page.goto('/admin/members')
  await checkScreen(page, 'members')
  await page.getByLabel('Name, email or business').fill(visitor.email)
  await page.getByRole('button', { name: 'Search' }).click()
  const memberLink = page.getByRole('link', { name: 'Ada Lovelace' })
  await expect(memberLink).toHaveCount(1)
  await memberLink.click()
  await expect(page.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible()
  await checkScreen(page, 'member')

  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'View as member' }).click()
  const tab = await opened
  await tab.getByLabel('Reason').fill('They cannot find their invoices')
  await tab.getByRole('button', { name: 'View as member' }).click()
  await tab.waitForURL('**/portal')
  const notice = tab.getByRole('complementary', { name: 'Viewing a member’s account' })
  await expect(notice).toContainText('You’re seeing what Ada Lovelace sees')
  await expect(tab.getByText('Hello, Ada')).toBeVisible()

  await tab.goto('/portal/profile')
  await expect(notice).toBeVisible()
  await tab.getByLabel('First name').fill('Somebody else')
  await tab.getByRole('button', { name: 'Save' }).first().click()
  await expect(tab.getByText('you can’t change anything').first()).toBeVisible()
  await checkScreen(tab, 'view')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('impersonation'))).toBeNull()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('impersonation.')

  await notice.getByRole('button', { name: 'Stop viewing' }).click()
  await tab.waitForURL('**/admin/members/*')
  await expect(tab.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible()
  expect(await tab.evaluate(() => sessionStorage.getItem('impersonation'))).toBeNull()
})
