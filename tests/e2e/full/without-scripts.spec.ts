import { desktop, phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

const addresses = [
  '/login',
  '/register',
  '/contact',
  '/complaints',
  '/verify-email?token=abc',
  '/undo-email/abc',
  '/checkout/stripe?package=my-future-basic',
  '/checkout?package=my-future-basic',
  '/confirmation',
  '/portal/dashboard',
]

test.use({ viewport: phone, javaScriptEnabled: false })

test('without scripts, pages that need them show a notice and no spinner', async ({ page }) => {
  for (const address of addresses) {
    await page.goto(address)
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size)
      await expect(page.locator('noscript p'), address).toBeVisible()
      await expect(page.locator('.animate-spin').filter({ visible: true }), address).toHaveCount(0)
    }
  }
})
