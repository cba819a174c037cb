import { phone } from '../support/screen-sizes.ts'
import { confirmAge, expect, startLater, startToday, test, typeSplitCard } from '../support/test.ts'

test.use({ viewport: phone })

test('a card payment in dollars leads to a receipt on which one press books the first session', async ({
  memberPage: page,
  look,
}) => {
  await page.goto('/services/my-future')
  await page.locator('#my-future-basic').getByRole('link', { name: 'Get Started' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole('radio', { name: 'Credit Card' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Pay $108.90' })).toBeEnabled()
  const date = page.frameLocator('iframe[title*="expiration date" i]').getByRole('textbox')
  await expect(date).toHaveAttribute('placeholder', 'MM/YY')
  await look('basic-checkout')

  await page.getByLabel('Cardholder Name').fill('Ada Lovelace')
  await typeSplitCard(page, '4242424242424242')
  await confirmAge(page)
  await startToday(page)
  await page.getByRole('button', { name: 'Pay $108.90' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page).toHaveURL(/\/confirmation$/)
  await expect(page.getByText('$108.90')).toBeVisible()
  await expect(page.getByText(/^INV-TEST-/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Book your first session' })).toBeVisible()
  const slot = page.getByRole('button', { name: /^\d\d:\d\d/ }).first()
  await expect(slot).toBeVisible()
  await look('confirmation', { inLargeText: true })

  await slot.click()
  await expect(page.getByRole('heading', { name: 'Your first session is booked' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Google Calendar' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toBe('session.ics')
  await look('confirmation-booked')

  await page.reload()
  await expect(page.getByText(/^INV-TEST-/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your first session is booked' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('cancelling at PayPal keeps the form, and paying there leads to the receipt', async ({
  memberPage: page,
  look,
}) => {
  await page.goto('/checkout?package=biz-future-basic')
  await page.getByLabel('Country').selectOption('Canada')
  await startLater(page)
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await expect(page.getByLabel('Cardholder Name')).toBeHidden()
  await look('paypal-chosen')
  await page.getByRole('button', { name: 'Pay $108.90' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByText('You haven’t been charged, and what you entered is still here.')).toBeInViewport()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked()
  await expect(page.getByLabel('Country')).toHaveValue('CA')
  await expect(page.getByLabel(/^Start on/)).toBeChecked()
  await look('paypal-cancelled')

  await page.getByRole('button', { name: 'Pay $108.90' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page).toHaveURL(/\/confirmation$/)
  await expect(page.getByText(/Your package starts on/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText('You haven’t paid with PayPal')).toHaveCount(0)
})
