import type { Page } from '@playwright/test'
import { expect, logIn, openAccount, test, typeCard, widths } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a declined card is said in words, and another card then pays the same purchase', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await openCheckout(page, 'study-world-basic')
      await logIn(page, visitor)
      await tickBoth(page)
      await typeCard(page, '4000000000009995')
      await page.getByRole('button', { name: 'Pay £118.80' }).click()

      await expect(page.getByRole('main').getByRole('alert')).toContainText('Your card has insufficient funds.')
      await look('declined')
      await retypeCard(page, '4242424242424242')
      await page.getByRole('button', { name: 'Pay £118.80' }).click()
      await expect(page.getByText('Payment Successful!')).toBeVisible()
      await expect(page).toHaveURL(/\/portal\/dashboard/)
      await expect(
        page
          .getByRole('row', { name: /STUDY WORLD/ })
          .or(page.getByRole('listitem').filter({ hasText: 'STUDY WORLD' })),
      ).toHaveCount(1)
    })

    test('3-D Secure: refused, the payment stays open; confirmed, the package is active', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await openCheckout(page, 'biz-future-basic')
      await logIn(page, visitor)
      await tickBoth(page)
      await typeCard(page, '4000002760003184')
      await page.getByRole('button', { name: 'Pay £118.80' }).click()
      const bank = page.frameLocator('iframe[title*="authent" i]')
      await bank.getByRole('button', { name: 'Fail authentication' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(/authenticate/)

      await page.getByRole('button', { name: 'Pay £118.80' }).click()
      await expect(bank.getByRole('button', { name: 'Complete authentication' })).toBeVisible()
      await look('three-d-secure')
      await bank.getByRole('button', { name: 'Complete authentication' }).click()
      await expect(page.getByText('Payment Successful!')).toBeVisible()
      await expect(page).toHaveURL(/\/portal\/dashboard/)
      await expect(page.getByText('Payment successful! Your package has been activated.')).toBeVisible()
    })
  })
}

test('without the two boxes the package is paid now and starts on day 15', async ({ page, site, visitor }) => {
  await openAccount(site, visitor)
  await openCheckout(page, 'study-world-pro')
  await logIn(page, visitor)
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay £238.80' }).click()
  await expect(page.getByText(/Payment successful! Your package starts on \d+ \w+ \d{4}\./)).toBeVisible()
  await page.goto('/portal/packages')
  await expect(page.getByRole('article').filter({ hasText: 'STUDY WORLD PRO' })).toContainText(/Scheduled|Starts/)
})

test('an unknown package is said so, with a way back', async ({ page }) => {
  await page.goto('/services/my-future')
  await page.goto('/checkout/stripe?package=no-such-package')
  await expect(page.getByText('Package not found. Please select a package first.')).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(/\/services\/my-future$/)
})

test('a visitor sees the price at the checkout, and logs in to pay', async ({ page, look }) => {
  await page.goto('/checkout/stripe?package=my-future-basic')
  await expect(page.getByText('£118.80').first()).toBeVisible()
  await look('checkout-visitor')
  await page.getByRole('link', { name: 'Log in to pay' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
})

async function openCheckout(page: Page, packageId: string) {
  await page.goto(`/login?from=${encodeURIComponent(`/checkout/stripe?package=${packageId}`)}`)
}

async function tickBoth(page: Page) {
  await page.getByLabel(/Please start my package now/).check()
  await page.getByLabel(/I lose the right to cancel/).check()
}

async function retypeCard(page: Page, number: string) {
  const frame = page.frameLocator('iframe[title*="card" i]').first()
  for (const field of await frame.getByRole('textbox').all()) await field.fill('')
  await typeCard(page, number)
}
