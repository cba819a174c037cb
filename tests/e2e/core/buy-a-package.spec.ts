import type { Page } from '@playwright/test'
import { emailTo } from '../support/api.ts'
import { phone } from '../support/screen-sizes.ts'
import { confirmAge, expect, startLater, startToday, test, typeCard } from '../support/test.ts'

test.use({ viewport: phone })

test('a visitor buys MY FUTURE WEEK on one page, and again with the card they chose to save', async ({
  page,
  site,
  visitor,
  look,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page
    .getByRole('main')
    .getByRole('link', { name: /MY FUTURE/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/services\/my-future$/)
  await page.getByRole('button', { name: '£ UK' }).click()
  const card = page.locator('#my-future-basic')
  await expect(card).toContainText('£118.80')
  await expect(card).toContainText('£99.00 + £19.80 VAT')

  await card.getByRole('link', { name: /Get Started/ }).click()
  await expect(page.getByRole('heading', { name: 'Secure Checkout' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeEnabled()
  expect(await countFields(page)).toBe(7)
  await page.getByLabel('First name').fill(visitor.firstName)
  await page.getByLabel('Last name').fill(visitor.lastName)
  await page.getByLabel('Email', { exact: true }).fill(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await confirmAge(page)
  await startToday(page)
  await typeCard(page, '4242424242424242')
  await page.getByLabel('Save this card for next time').check()
  await look('checkout')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()

  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page.getByText('Thank you for purchasing MY FUTURE WEEK')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(page.getByText('Payment successful! Your package has been activated.')).toBeVisible()
  await look('dashboard')

  await emailTo(site, visitor.email, /payment received/)

  await page.goto('/checkout/stripe?package=study-world-basic')
  await expect(page.getByLabel(/^Visa ending 4242, expires/)).toBeChecked()
  await startLater(page)
  await look('checkout-with-saved-card')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByText('Thank you for purchasing STUDY WORLD')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)

  await page.goto('/portal/profile#cards')
  const cards = page.locator('#cards')
  await expect(cards.getByText('Default')).toBeVisible()
  await cards.getByRole('button', { name: 'Remove Visa ending 4242' }).click()
  await look('remove-card')
  await page.getByRole('button', { name: 'Remove card' }).click()
  await expect(cards.getByText(/No cards yet/)).toBeVisible()
})

/** Counts the fields to type in, including the provider's. */
async function countFields(page: Page): Promise<number> {
  const typed = 'input:not([type="radio"], [type="checkbox"]):visible'
  const cardFields = page.frameLocator('iframe[title*="card" i]').first()
  return (
    (await page.locator(`main ${typed}, main textarea:visible`).count()) + (await cardFields.locator(typed).count())
  )
}
