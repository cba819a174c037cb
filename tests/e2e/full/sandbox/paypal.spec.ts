import { expect, expectAccessible, expectReturn, pay, test } from '../../sandbox-shop/test.ts'

test('a payer approves at PayPal by keyboard and returns to the shop', async ({ page, shop }) => {
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

test('a payer who cancels returns unpaid, and the old approval page no longer pays', async ({ page, shop }) => {
  const intent = await shop.open(page, {}, 'paypal')
  await pay(page)
  await page.waitForURL(/\/paypal\/pi_/)
  const approval = page.url()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(/redirect_status=failed/)
  expect(await shop.stripe.paymentIntents.retrieve(intent)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_method_customer_decline' },
  })

  await page.goto(approval)
  await expect(page.getByRole('status')).toHaveText('This authentication is over. Please go back to the shop.')
  await expect(page.getByRole('button', { name: 'Pay' })).toBeDisabled()
  await expect(page.getByText('Amount')).toBeHidden()
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
