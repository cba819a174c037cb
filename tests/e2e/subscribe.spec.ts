import type { Page } from '@playwright/test'
import { beOfAge, enterPortal, expect, test, typeCard, typeSplitCard, widths } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('MY FUTURE X: what renews is read, the bank asks, the month starts, and nobody subscribes twice', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await enterPortal(page, site, visitor)
      await page.goto('/checkout/stripe?package=my-future-pro')
      const pay = page.getByRole('button', { name: 'Pay £34.80' })
      await expect(pay).toBeEnabled()
      await expect(page.getByText(/the next £34\.80 is charged on \d+ \w+ \d{4}, and then once a month/)).toBeVisible()
      await expect(
        page.getByText(/^You allow .+ to charge this card £34\.80 each month until you cancel/),
      ).toBeVisible()
      await expect(page.getByText(/Each month then starts 14 days after it is paid/)).toBeVisible()
      await look('subscription')

      await beOfAge(page)
      await tickBoth(page)
      await expect(page.getByText('Your first month starts as soon as your payment is confirmed.')).toBeVisible()
      await typeCard(page, '4000002760003184')
      await pay.click()
      const bank = page.frameLocator('iframe[title*="authent" i]')
      await bank.getByRole('button', { name: 'Fail authentication' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(/authenticate/)
      await pay.click()
      await bank.getByRole('button', { name: 'Complete authentication' }).click()
      await expect(page.getByText('Payment Successful!')).toBeVisible()
      await expect(page).toHaveURL(/\/portal\/dashboard/)

      await page.goto('/checkout/stripe?package=my-future-pro')
      await expect(page.getByText('You already have this subscription')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
      await look('subscribed-already')
      await page.getByRole('link', { name: 'Go to My Packages' }).click()
      await expect(page.getByRole('article').filter({ hasText: 'MY FUTURE X' })).toContainText('Active')
    })

    test('in dollars: from the package on MY FUTURE by card alone, which the page gives a reason for', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await enterPortal(page, site, visitor)
      await page.goto('/services/my-future')
      await page.locator('#my-future-pro').getByRole('link', { name: 'Subscribe Now' }).click()
      await expect(page).toHaveURL(/\/checkout$/)
      await expect(page.getByRole('radio', { name: 'PayPal' })).toBeDisabled()
      await expect(page.getByText(/Not for a subscription/)).toBeVisible()
      const pay = page.getByRole('button', { name: 'Pay $31.90' })
      await expect(pay).toBeEnabled()
      await look('subscription-in-dollars')
      await beOfAge(page)
      await page.getByLabel('Cardholder Name').fill('Ada Lovelace')
      await typeSplitCard(page, '4242424242424242')
      await pay.click()
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
      await expect(page.getByText(/Your package starts on/)).toBeVisible()
      await expect(page.getByText('Paid until')).toBeVisible()
      await look('subscription-receipt')
    })
  })
}

test('Subscribe Now leads whoever chose pounds to the secure checkout', async ({ page, site, visitor }) => {
  await enterPortal(page, site, visitor)
  await page.goto('/services/my-future')
  await page.getByRole('button', { name: '£ UK' }).first().click()
  await page.locator('#my-future-pro').getByRole('link', { name: 'Subscribe Now' }).click()
  await expect(page.getByRole('heading', { name: 'Secure Checkout' })).toBeVisible()
  await expect(page).toHaveURL(/\/checkout\/stripe$/)
  await expect(page.getByText('£34.80').first()).toBeVisible()
})

async function tickBoth(page: Page) {
  await page.getByLabel(/Please start my package now/).check()
  await page.getByLabel(/I lose the right to cancel/).check()
}
