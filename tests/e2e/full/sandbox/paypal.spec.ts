import { expect, expectAccessible, expectReturn, pay, test } from '../../sandbox-shop/test.ts'

test('a payer approves a payment at PayPal by keyboard and returns to the shop', async ({ page, shop }) => {
  const intent = await shop.open(page, {}, 'paypal')
  await pay(page)
  await page.waitForURL(/\/paypal\/pi_/)
  await expect(page.getByRole('main', { name: 'PayPal (sandbox)' })).toContainText('£118.80')
  await expect(page.getByText('MY FUTURE WEEK')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay' })).toBeFocused()
  await page.keyboard.press('Enter')

  await page.waitForURL(/\/back\?/)
  const paid = await shop.stripe.paymentIntents.retrieve(intent)
  expect(paid.status).toBe('succeeded')
  expectReturn(page, paid)
})

for (const width of [320, 1440]) {
  test(`at ${width} pixels the PayPal page fits and is accessible`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 700 })
    await shop.open(page, {}, 'paypal')
    await pay(page)
    await page.waitForURL(/\/paypal\/pi_/)
    await expect(page.getByRole('button', { name: 'Pay' })).toBeEnabled()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  })
}
