import type { BrowserContext } from '@playwright/test'
import { openAccount } from '../support/api.ts'
import { expect, logIn, test } from '../support/test.ts'

test('if the browser blocks site data, pages still hydrate and a visitor can log in within the page', async ({
  context,
  site,
  visitor,
}) => {
  await openAccount(site, visitor)
  const page = await openBlocked(context)
  await page.goto('/portal/dashboard')
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, visitor)
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(page.getByText(visitor.email).first()).toBeVisible()
})

/**
 * Opens a page without the console check, because the router's script logs an error if it can't store scroll positions.
 */
async function openBlocked(context: BrowserContext) {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
    LockManager.prototype.request = async () => refuse()
  })
  return page
}
