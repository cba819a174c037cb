import type { Page } from '@playwright/test'
import { phone } from '../../support/screen-sizes.ts'
import { expect, hold, startLater, test, typeCard } from '../../support/test.ts'

const notLoaded = 'Stripe has not loaded yet. Please try again.'

test('the Pay button is disabled until the card field has loaded', async ({ memberPage: page }) => {
  const letFrameCome = await hold(page, /\/card-frame(\?|#|$)/, 1)
  await openCheckout(page)
  await expect(page.locator('iframe[title*="card" i]')).toBeAttached()
  const pay = page.getByRole('button', { name: 'Pay £118.80' })
  await expect(pay).toBeDisabled()
  await expect(page.getByText('Loading the card field…')).toBeVisible()

  letFrameCome()
  await expect(pay).toBeEnabled()
  await expect(page.getByText('Loading the card field…')).toBeHidden()
})

test.use({ viewport: phone })

test('a provider script that does not load shows an error after 20 seconds and can be retried', async ({
  memberPage: page,
  look,
}) => {
  await page.clock.install()
  await hold(page, '**/stripe.js', 1)
  await openCheckout(page)
  await expect(page.getByText('Loading the card field…')).toBeVisible()
  // The fake clock also advances in real time, so leave a margin for a slow machine.
  await page.clock.fastForward(8_000)
  await expect(page.getByText(notLoaded)).toBeHidden()
  await page.clock.fastForward(12_000)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(notLoaded)
  await expect(page.getByText('Loading the card field…')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeDisabled()
  await look('provider-unavailable')

  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeEnabled()
})

test('editing the card hides its error message', async ({ memberPage: page }) => {
  await openCheckout(page)
  await startLater(page)
  await typeCard(page, '4000000000009995')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your card has insufficient funds.')

  await page.frameLocator('iframe[title*="card" i]').getByRole('textbox').first().fill('4242')
  await expect(page.getByText('Your card has insufficient funds.')).toBeHidden()
})

test('pressing Pay without a card shows an error until a digit is typed', async ({ memberPage: page }) => {
  await openCheckout(page)
  const card = page.frameLocator('iframe[title*="card" i]').getByRole('textbox').first()
  const cardMessage = page.getByText('Please enter your card number, its expiry date and its security code.')
  await card.click()
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  // Wait until the page has handled the field's blur message, which must not hide the error.
  await card.evaluate(takeTurns)
  await page.evaluate(takeTurns)
  await expect(cardMessage).toBeVisible()
  await card.fill('4')
  await expect(cardMessage).toBeHidden()
})

/** Waits for timers instead of animation frames, which do not run in an iframe that is scrolled out of view. */
const takeTurns = () => new Promise((resolve) => setTimeout(() => setTimeout(resolve)))

async function openCheckout(page: Page) {
  await page.goto('/checkout/stripe?package=study-world-basic')
  await expect(page.getByRole('heading', { name: 'Secure Checkout' })).toBeVisible()
}
