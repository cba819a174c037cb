import type { Page } from '@playwright/test'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { test as base, becomeNobody, beOfAge, enterPortal, expect, logIn, typeCard } from './support/test.ts'

/** A site of its own: nobody else's time may jump. */
const test = base.extend<object, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      await using site = await startSite()
      await use(site)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('a month that was declined is paid with another card, also after its bank was told no at first', async ({
  page,
  site,
  visitor,
  look,
}) => {
  await enterPortal(page, site, visitor)
  await page.goto('/checkout/stripe?package=my-future-pro')
  await expect(page.getByRole('button', { name: 'Pay £34.80' })).toBeEnabled()
  await beOfAge(page)
  await page.getByLabel(/Please start my package now/).check()
  await page.getByLabel(/I lose the right to cancel/).check()
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay £34.80' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await giveCard(page, '4000000000000341')
  await expect(page.getByRole('heading', { name: 'Your card is changed' })).toBeVisible()

  await fetch(`${site.sandboxUrl}/_sandbox/clock`, { method: 'POST', body: JSON.stringify({ days: 32 }) })
  await becomeNobody(page)
  await page.goto('/login')
  await logIn(page, visitor)
  await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
  await page.goto('/portal/packages')
  await expect(page.getByText('This month is not paid yet')).toBeVisible()
  await look('due-month')
  await page.getByRole('link', { name: 'Pay with the same card' }).click()
  const pay = page.getByRole('button', { name: 'Pay £34.80' })
  await pay.click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your card was declined.')
  await look('due-month-declined')

  const bank = page.frameLocator('iframe[title*="authent" i]')
  await giveCard(page, '4000002760003184')
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await page.getByRole('link', { name: 'Confirm the payment' }).click()
  await pay.click()
  await bank.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await pay.click()
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
  await expect(page.getByText(/We have just charged £34\.80/)).toBeVisible()
  await look('due-month-paid')
})

async function giveCard(page: Page, number: string) {
  await page.goto('/portal/packages')
  await page.getByRole('link', { name: 'Update your card' }).click()
  const use = page.getByRole('button', { name: 'Use this card' })
  await expect(use).toBeEnabled()
  await typeCard(page, number)
  await use.click()
}
