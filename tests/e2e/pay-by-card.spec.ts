import type { Page } from '@playwright/test'
import { beOfAge, expect, logIn, openAccount, test, typeCard, widths } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a declined card is said in words, and another card then pays the same purchase', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await openCheckout(page, 'study-world-basic')
      await logIn(page, visitor)
      await tickBoth(page)
      await typeCard(page, '4000000000009995')
      await page.getByRole('button', { name: 'Pay £118.80' }).click()

      await expect(page.getByRole('main').getByRole('alert')).toContainText('Your card has insufficient funds.')
      await look('declined')
      await retypeCard(page, '4242424242424242')
      await page.getByRole('button', { name: 'Pay £118.80' }).click()
      await expect(page.getByText('Payment Successful!')).toBeVisible()
      await expect(page).toHaveURL(/\/portal\/dashboard/)
      await expect(
        page
          .getByRole('row', { name: /STUDY WORLD/ })
          .or(page.getByRole('listitem').filter({ hasText: 'STUDY WORLD' })),
      ).toHaveCount(1)
    })

    test('Pay does not move away from a finger that presses it with half a card', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await openCheckout(page, 'study-world-basic')
      await logIn(page, visitor)
      await typeCard(page, '4242424242', '')
      await page.getByRole('button', { name: 'Pay £118.80' }).click({ delay: 120 })

      // Once at the field, which says it when it is left, and once for the press.
      await expect(page.getByRole('main').getByText('Your card number is incomplete.')).toHaveCount(2)
      await look('half-a-card')
    })

    test('3-D Secure: refused, the payment stays open; confirmed, the package is active', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await openCheckout(page, 'biz-future-basic')
      await logIn(page, visitor)
      await tickBoth(page)
      await typeCard(page, '4000002760003184')
      await page.getByRole('button', { name: 'Pay £118.80' }).click()
      const bank = page.frameLocator('iframe[title*="authent" i]')
      await bank.getByRole('button', { name: 'Fail authentication' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(/authenticate/)

      await page.getByRole('button', { name: 'Pay £118.80' }).click()
      await expect(bank.getByRole('button', { name: 'Complete authentication' })).toBeVisible()
      await look('three-d-secure')
      await bank.getByRole('button', { name: 'Complete authentication' }).click()
      await expect(page.getByText('Payment Successful!')).toBeVisible()
      await expect(page).toHaveURL(/\/portal\/dashboard/)
      await expect(page.getByText('Payment successful! Your package has been activated.')).toBeVisible()
    })
  })
}

test('without the two boxes the package is paid now and starts on day 15', async ({ page, site, visitor }) => {
  await openAccount(site, visitor)
  await openCheckout(page, 'study-world-pro')
  await logIn(page, visitor)
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay £238.80' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page.getByText(/Payment successful! Your package starts on \d+ \w+ \d{4}\./)).toBeVisible()
  await page.goto('/portal/packages')
  await expect(page.getByRole('article').filter({ hasText: 'STUDY WORLD PRO' })).toContainText(/Scheduled|Starts/)
})

test('a payment whose answer is lost is thanked for; a reload leads to it, and to buy it again is asked first', async ({
  page,
  site,
  visitor,
}) => {
  await openAccount(site, visitor)
  await openCheckout(page, 'my-future-basic')
  await logIn(page, visitor)
  await beOfAge(page)
  await typeCard(page, '4242424242424242')
  await page.route(/\/v1\/payment_intents\/[^/]+\/confirm$/, async (route) => {
    await route.fetch()
    await route.abort('connectionfailed')
  })
  // From here on nothing but the payment itself gets through to the site.
  await page.route(/\.data(\?|$)/, (route) => route.abort('connectionfailed'))
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused()
  await expect(page).toHaveTitle('Payment Successful!')
  await page.unrouteAll()
  await page.reload()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(page.getByText(/Payment successful! Your package starts on/)).toBeVisible()

  await page.goto('/checkout/stripe?package=my-future-basic')
  await expect(page.getByText(/Would you like to buy this package once more/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy once more for £118.80' })).toBeEnabled()
})

test('a double click in a tab that knows nothing of the package buys it no second time', async ({
  page,
  site,
  visitor,
}) => {
  await openAccount(site, visitor)
  await openCheckout(page, 'biz-future-pro')
  await logIn(page, visitor)
  await typeCard(page, '4242424242424242')
  const other = await page.context().newPage()
  await other.goto('/checkout/stripe?package=biz-future-pro')
  await typeCard(other, '4242424242424242')
  await other.getByRole('button', { name: 'Pay £238.80' }).click()
  await expect(other.getByText('Payment Successful!')).toBeVisible()

  await page.getByRole('button', { name: 'Pay £238.80' }).click({ clickCount: 2, delay: 250 })
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(page.getByText('You have just paid for this package.')).toBeVisible()
  const rows = page.getByRole('row', { name: /BIZ FUTURE PRO/ })
  await expect(rows.or(page.getByRole('listitem').filter({ hasText: 'BIZ FUTURE PRO' }))).toHaveCount(1)
})

test('the way back from the checkout after logging in leads to where the package was chosen', async ({
  page,
  site,
  visitor,
}) => {
  await openAccount(site, visitor)
  await page.goto('/services/study-world')
  await page.goto('/checkout/stripe?package=study-world-basic')
  await page.getByRole('link', { name: 'Log in to pay' }).click()
  await logIn(page, visitor)
  await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/services\/study-world$/)
})

test('an unknown package is said so, with a way back', async ({ page }) => {
  await page.goto('/services/my-future')
  await page.goto('/checkout/stripe?package=no-such-package')
  await expect(page.getByText('Package not found. Please select a package first.')).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(/\/services\/my-future$/)
})

test('a visitor sees the price at the checkout, and logs in to pay', async ({ page, look }) => {
  await page.goto('/checkout/stripe?package=my-future-basic')
  await expect(page.getByText('£118.80').first()).toBeVisible()
  await look('checkout-visitor')
  await page.getByRole('link', { name: 'Log in to pay' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
})

async function openCheckout(page: Page, packageId: string) {
  await page.goto(`/login?from=${encodeURIComponent(`/checkout/stripe?package=${packageId}`)}`)
}

async function tickBoth(page: Page) {
  await page.getByLabel(/Please start my package now/).check()
  await page.getByLabel(/I lose the right to cancel/).check()
}

async function retypeCard(page: Page, number: string) {
  const frame = page.frameLocator('iframe[title*="card" i]').first()
  for (const field of await frame.getByRole('textbox').all()) await field.fill('')
  await typeCard(page, number)
}
