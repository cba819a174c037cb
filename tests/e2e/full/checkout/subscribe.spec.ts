import { phone } from '../../support/screen-sizes.ts'
import { confirmAge, expect, startLater, test, typeSplitCard } from '../../support/test.ts'

test.use({ viewport: phone })

test('a subscription in dollars is paid by card only, and the page explains why', async ({
  memberPage: page,
  look,
}) => {
  await page.goto('/services/my-future')
  await page.locator('#my-future-pro').getByRole('link', { name: 'Subscribe Now' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeDisabled()
  await expect(page.getByText(/Not for a subscription/)).toBeVisible()
  const pay = page.getByRole('button', { name: 'Pay $31.90' })
  await expect(pay).toBeEnabled()
  await look('subscription-in-dollars')
  await confirmAge(page)
  await startLater(page)
  await page.getByLabel('Cardholder Name').fill('Ada Lovelace')
  await typeSplitCard(page, '4242424242424242')
  await pay.click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByText(/Your package starts on/)).toBeVisible()
  await expect(page.getByText('Paid until')).toBeVisible()
  await look('subscription-receipt')
})

test('Subscribe Now opens the secure checkout after pounds are chosen', async ({ memberPage: page }) => {
  await page.goto('/services/my-future')
  await page.getByRole('button', { name: '£ UK' }).first().click()
  await page.locator('#my-future-pro').getByRole('link', { name: 'Subscribe Now' }).click()
  await expect(page.getByRole('heading', { name: 'Secure Checkout' })).toBeVisible()
  await expect(page).toHaveURL(/\/checkout\/stripe$/)
  await expect(page.getByText('£34.80').first()).toBeVisible()
})
