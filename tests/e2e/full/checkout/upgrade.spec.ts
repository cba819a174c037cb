import { phone } from '../../support/screen-sizes.ts'
import { confirmAge, expect, startToday, test, typeCard } from '../../support/test.ts'

test.use({ viewport: phone })

test('upgrading MY FUTURE WEEK to MY FUTURE X shows the refund before payment and issues a credit note', async ({
  memberPage: page,
  look,
  buy,
}) => {
  await buy('my-future-basic')

  await page.goto('/checkout/stripe?package=my-future-pro')
  const pay = page.getByRole('button', { name: 'Pay £34.80' })
  await expect(pay).toBeEnabled()
  const box = page.getByLabel(/Use my MY FUTURE WEEK for it/)
  await expect(box).not.toBeChecked()
  await look('upgrade-offered')
  await confirmAge(page)
  await typeCard(page, '4242424242424242')
  await box.check()
  await pay.click()
  await expect(page.getByText('Please choose “Start today” above, or leave this box empty.')).toBeVisible()
  await expect(page.getByLabel('Start today')).toBeFocused()
  await look('upgrade-without-start')
  await startToday(page)
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

test('cancelling an upgrade at PayPal keeps the choice, and the receipt names the refund', async ({
  memberPage: page,
  look,
  buy,
}) => {
  await buy('study-world-basic', 'international')
  await page.goto('/checkout?package=study-world-pro')
  await startToday(page)
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
