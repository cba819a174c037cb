import type { BrowserContext } from '@playwright/test'
import { openAccount } from '../support/api.ts'
import { expect, logIn, test } from '../support/test.ts'

test('without site data a page hydrates for a logged-out visitor, and a login works within it', async ({
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

/** A page without the console check: the router's script logs an error when it cannot store scroll positions. */
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
