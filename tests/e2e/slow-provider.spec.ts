import type { Page, Route } from '@playwright/test'
import { expect, logIn, openAccount, test, typeCard, type Visitor, widths } from './support/test.ts'

const notLoaded = 'Stripe has not loaded yet. Please try again.'

test('nothing can be paid before a card can be typed', async ({ page, site, visitor }) => {
  const letFrameCome = await hold(page, /\/card-frame(\?|#|$)/)
  await openAccount(site, visitor)
  await openCheckout(page, visitor)
  await expect(page.locator('iframe[title*="card" i]')).toBeAttached()
  const pay = page.getByRole('button', { name: 'Pay £118.80' })
  await expect(pay).toBeDisabled()
  await expect(page.getByText('Loading the card field…')).toBeVisible()

  letFrameCome()
  await expect(pay).toBeEnabled()
  await expect(page.getByText('Loading the card field…')).toBeHidden()
})

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a provider that does not answer is said after 20 seconds, and can be tried again', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await page.clock.install()
      await hold(page, '**/stripe.js')
      await openAccount(site, visitor)
      await openCheckout(page, visitor)
      await expect(page.getByText('Loading the card field…')).toBeVisible()
      // The clock also runs by itself: what a busy machine takes must not make up the rest.
      await page.clock.fastForward(8_000)
      await expect(page.getByText(notLoaded)).toBeHidden()
      await page.clock.fastForward(12_000)
      await expect(page.getByRole('main').getByRole('alert')).toContainText(notLoaded)
      await expect(page.getByText('Loading the card field…')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeDisabled()
      await look('provider-away')

      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeEnabled()
    })
  })
}

test('what was wrong with a card is forgotten while it is corrected', async ({ page, site, visitor }) => {
  await openAccount(site, visitor)
  await openCheckout(page, visitor)
  await typeCard(page, '4000000000009995')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your card has insufficient funds.')

  await page.frameLocator('iframe[title*="card" i]').getByRole('textbox').first().fill('4242')
  await expect(page.getByText('Your card has insufficient funds.')).toBeHidden()
})

test('Pay without a card says what is missing, and goes on saying it', async ({ page, site, visitor }) => {
  await openAccount(site, visitor)
  await openCheckout(page, visitor)
  const card = page.frameLocator('iframe[title*="card" i]').getByRole('textbox').first()
  const words = page.getByText('Please enter your card number, its expiry date and its security code.')
  await card.click()
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  // What the field has to tell of being left has arrived once it and the page have both had their turn.
  await card.evaluate(takeTurns)
  await page.evaluate(takeTurns)
  await expect(words).toBeVisible()
  await card.fill('4')
  await expect(words).toBeHidden()
})

/** Runs in a page or a frame: one that is scrolled out of sight has no frames painted, but timers go on. */
const takeTurns = () => new Promise((resolve) => setTimeout(() => setTimeout(resolve)))

async function openCheckout(page: Page, visitor: Visitor) {
  await page.goto(`/login?from=${encodeURIComponent('/checkout/stripe?package=study-world-basic')}`)
  await logIn(page, visitor)
  await expect(page.getByRole('heading', { name: 'Secure Checkout' })).toBeVisible()
}

/** What is asked for there first arrives only when the returned function is called. */
async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wait = async (route: Route) => {
    await promise
    await route.continue()
  }
  await page.route(address, wait, { times: 1 })
  return resolve
}
