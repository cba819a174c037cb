import AxeBuilder from '@axe-core/playwright'
import { expect, pay, test } from './sandbox-shop/test.ts'

test('a payer agrees at PayPal with the keyboard and comes back', async ({ page, shop }) => {
  const intent = await shop.open(page, {}, 'paypal')
  await pay(page)
  await page.waitForURL(/\/paypal\/pi_/)
  await expect(page.getByRole('main', { name: 'PayPal (sandbox)' })).toContainText('£118.80')
  await expect(page.getByText('MY FUTURE WEEK')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay' })).toBeFocused()
  await page.keyboard.press('Enter')

  await page.waitForURL(/\/back\?/)
  const { client_secret, status } = await shop.stripe.paymentIntents.retrieve(intent)
  expect(status).toBe('succeeded')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    order: '7',
    payment_intent: intent,
    payment_intent_client_secret: client_secret,
    redirect_status: 'succeeded',
  })
})

test('a payer who cancels comes back unpaid, and an old page does not pay', async ({ page, shop }) => {
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
  test(`at ${width} pixels the page of PayPal fits and is accessible`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 700 })
    await shop.open(page, {}, 'paypal')
    await pay(page)
    await page.waitForURL(/\/paypal\/pi_/)
    await expect(page.getByRole('button', { name: 'Pay' })).toBeEnabled()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([])
  })
}
