import type { BrowserContext } from '@playwright/test'
import { openAccount } from '../support/api.ts'
import { expect, logIn, test } from '../support/test.ts'

test('pages hydrate and treat the visitor as logged out when the browser blocks site data', async ({ context }) => {
  const page = await openBlocked(context)
  await page.goto('/portal/dashboard')
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.goto('/checkout/stripe?package=my-future-basic')
  await expect(page.getByText('Package Price:')).toBeVisible()
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
})

test('logging in works within one page when the browser blocks site data', async ({ context, site, visitor }) => {
  await openAccount(site, visitor)
  const page = await openBlocked(context)
  await page.goto('/login')
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
