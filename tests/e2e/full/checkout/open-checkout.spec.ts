import { openAccount } from '../../support/api.ts'
import { phone } from '../../support/screen-sizes.ts'
import { expect, logIn, test } from '../../support/test.ts'

test.use({ viewport: phone })

test('the Back button at the checkout returns to the service page after logging in', async ({
  page,
  site,
  visitor,
}) => {
  await openAccount(site, visitor)
  await page.goto('/services/study-world')
  await page.goto('/checkout/stripe?package=study-world-basic')
  await page.getByRole('link', { name: 'Log in to pay' }).click()
  await logIn(page, visitor)
  await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/services\/study-world$/)
})

test('an unknown package shows an error and a button to go back', async ({ page }) => {
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
