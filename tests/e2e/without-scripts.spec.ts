import { expect, test, widths } from './support/test.ts'

const addresses = [
  '/login',
  '/register',
  '/contact',
  '/complaints',
  '/verify-email?token=abc',
  '/checkout/stripe?package=my-future-basic',
  '/checkout?package=my-future-basic',
  '/confirmation',
  '/portal/dashboard',
]

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport, javaScriptEnabled: false })

    test('without scripts, whatever cannot work says so, and nothing spins for ever', async ({ page }) => {
      for (const address of addresses) {
        await page.goto(address)
        await expect(page.locator('noscript p'), address).toBeVisible()
        await expect(page.locator('.animate-spin').filter({ visible: true }), address).toHaveCount(0)
        const picture = `without-scripts${address.replaceAll(/\W/g, '-')}.png`
        await page.screenshot({ path: test.info().outputPath(picture) })
      }
    })
  })
}
