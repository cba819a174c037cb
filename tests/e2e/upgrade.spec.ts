import type { Page } from '@playwright/test'
import { beOfAge, enterPortal, expect, test, typeCard, typeSplitCard, widths } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('from MY FUTURE WEEK to X: the credit is read before paying, and its note stands under Invoices', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await enterPortal(page, site, visitor)
      await buyByCard(page, 'my-future-basic', '£118.80')

      await page.goto('/checkout/stripe?package=my-future-pro')
      const pay = page.getByRole('button', { name: 'Pay £34.80' })
      await expect(pay).toBeEnabled()
      const box = page.getByLabel(/Use my MY FUTURE WEEK for it/)
      await expect(box).not.toBeChecked()
      await look('upgrade-offered')
      await beOfAge(page)
      await typeCard(page, '4242424242424242')
      await box.check()
      await pay.click()
      await expect(page.getByText('Please tick both boxes above, or leave this one empty.')).toBeVisible()
      await expect(box).toBeFocused()
      await look('upgrade-without-boxes')
      await tickBoth(page)
      await expect(
        page.getByText(
          'You pay £34.80 now. £118.80 goes back to the card you paid MY FUTURE WEEK with, within 10 working days.',
        ),
      ).toBeVisible()
      await look('upgrade-chosen')
      await pay.click()
      await expect(page.getByText(/£118\.80 for your old package is on its way back/)).toBeVisible()
      await expect(page).toHaveURL(/\/portal\/dashboard/)

      await page.goto('/portal/packages')
      await expect(page.getByRole('article').filter({ hasText: 'MY FUTURE X' })).toContainText('Active')
      await expect(page.getByRole('article').filter({ hasText: 'MY FUTURE WEEK' })).toContainText('Cancelled')
      await expect(async () => {
        await page.goto('/portal/invoices')
        await expect(page.getByRole('row', { name: /^CN-|Credit note/ })).toContainText('£118.80', { timeout: 2_000 })
      }).toPass()
      await look('upgrade-credit-note')
    })

    test('at PayPal in dollars the choice is still there for whoever comes back, and the receipt names the credit', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await enterPortal(page, site, visitor)
      await page.goto('/checkout?package=study-world-basic')
      await tickBoth(page)
      await page.getByLabel('Cardholder Name').fill('Ada Lovelace')
      await typeSplitCard(page, '4242424242424242')
      await page.getByRole('button', { name: 'Pay $108.90' }).click()
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()

      await page.goto('/checkout?package=study-world-pro')
      await tickBoth(page)
      await page.getByRole('radio', { name: 'PayPal' }).check()
      await page.getByLabel(/Use my STUDY WORLD for it/).check()
      await page.getByRole('button', { name: 'Pay $218.90' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByLabel(/Use my STUDY WORLD for it/)).toBeChecked()
      await page.getByRole('button', { name: 'Pay $218.90' }).click()
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
      await expect(page.getByText(/\$108\.90 for your old package is on its way back/)).toBeVisible()
      await look('upgrade-receipt')
    })
  })
}

async function buyByCard(page: Page, packageId: string, total: string) {
  await page.goto(`/checkout/stripe?package=${packageId}`)
  await beOfAge(page)
  await tickBoth(page)
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: `Pay ${total}` }).click()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
}

async function tickBoth(page: Page) {
  await page.getByLabel(/Please start my package now/).check()
  await page.getByLabel(/I lose the right to cancel/).check()
}
