import type { Page } from '@playwright/test'
import { openAccount } from '../../support/api.ts'
import { phone } from '../../support/screen-sizes.ts'
import { expect, fillCheckout, logIn, test, typeCard } from '../../support/test.ts'

test.use({ viewport: phone })

test('a declined card shows the reason, and another card pays the same purchase', async ({
  memberPage: page,
  look,
}) => {
  await fillCheckout(page, 'study-world-basic', 'today', '4000000000009995')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()

  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your card has insufficient funds.')
  await look('declined')
  await retypeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(
    page.getByRole('row', { name: /STUDY WORLD/ }).or(page.getByRole('listitem').filter({ hasText: 'STUDY WORLD' })),
  ).toHaveCount(1)
})

test('the Pay button stays in place while it is pressed with an incomplete card', async ({
  memberPage: page,
  look,
}) => {
  await page.goto('/checkout/stripe?package=study-world-basic')
  await typeCard(page, '4242424242', '')
  await page.getByRole('button', { name: 'Pay £118.80' }).click({ delay: 120 })

  await expect(page.getByRole('group', { name: 'Card details' })).toContainText('Your card number is incomplete.')
  await expect(page.getByText('Please choose when your package starts.')).toBeVisible()
  await expect(page.getByText('Please check the fields that are marked above.')).toBeVisible()
  await look('half-a-card')
})

test('failing 3-D Secure keeps the payment open, and completing it activates the package', async ({
  memberPage: page,
  look,
}) => {
  await fillCheckout(page, 'biz-future-basic', 'today', '4000002760003184')
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

test('reloading during 3-D Secure resumes the authentication, and the package is bought once', async ({
  memberPage: page,
  look,
}) => {
  await fillCheckout(page, 'biz-future-basic', 'today', '4000002760003184')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  const bank = page.frameLocator('iframe[title*="authent" i]')
  await expect(bank.getByRole('button', { name: 'Complete authentication' })).toBeVisible()
  await page.reload()
  await look('bank-after-reload')
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(
    page.getByRole('row', { name: /BIZ FUTURE/ }).or(page.getByRole('listitem').filter({ hasText: 'BIZ FUTURE' })),
  ).toHaveCount(1)
})

test('a package with a later start is paid for immediately and can be started early', async ({
  memberPage: page,
  look,
}) => {
  await fillCheckout(page, 'study-world-pro', 'later', '4242424242424242')
  await page.getByRole('button', { name: 'Pay £238.80' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page.getByText(/Payment successful! Your package starts on \d+ \w+ \d{4}\./)).toBeVisible()
  await page.goto('/portal/packages')
  await expect(page.getByRole('article').filter({ hasText: 'STUDY WORLD PRO' })).toContainText(/Scheduled|Starts/)
  await page
    .getByRole('article')
    .filter({ hasText: 'STUDY WORLD PRO' })
    .getByRole('link', { name: /details/i })
    .click()
  await expect(page.getByText('You can’t use or book anything in it until it starts.')).toBeVisible()
  await page.getByRole('button', { name: 'Start now' }).click()
  await expect(page.getByText('Please tick this if you want your package to start now.')).toBeVisible()
  await look('start-now')
  await page.getByLabel(/I lose the right to cancel/).check()
  await page.getByRole('button', { name: 'Start now' }).click()
  await expect(page.getByText('Your package has started.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Book a session of STUDY WORLD PRO' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start now' })).toHaveCount(0)
})

test('a payment whose response is lost still succeeds, and buying the package again shows a warning', async ({
  memberPage: page,
}) => {
  await fillCheckout(page, 'my-future-basic', 'later', '4242424242424242')
  await page.route(/\/v1\/payment_intents\/[^/]+\/confirm$/, async (route) => {
    await route.fetch()
    await route.abort('connectionfailed')
  })
  // Block the router's data requests, so that only API calls reach the site.
  await page.route(/\.data(\?|$)/, (route) => route.abort('connectionfailed'))
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused()
  await expect(page).toHaveTitle('Payment Successful!')
  await page.unrouteAll()
  await page.reload()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(page.getByText(/Payment successful! Your package starts on/)).toBeVisible()

  await page.goto('/checkout/stripe?package=my-future-basic')
  await expect(page.getByText(/You already have this package until .*, and you’re buying it once more/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeEnabled()
})

test('a double click in an outdated tab does not buy the package again', async ({ memberPage: page }) => {
  await fillCheckout(page, 'biz-future-pro', 'later', '4242424242424242')
  const secondPage = await page.context().newPage()
  await fillCheckout(secondPage, 'biz-future-pro', 'later', '4242424242424242')
  await secondPage.getByRole('button', { name: 'Pay £238.80' }).click()
  await expect(secondPage.getByText('Payment Successful!')).toBeVisible()

  await page.getByRole('button', { name: 'Pay £238.80' }).click({ clickCount: 2, delay: 250 })
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(page.getByText('You have just paid for this package.')).toBeVisible()
  const rows = page.getByRole('row', { name: /BIZ FUTURE PRO/ })
  await expect(rows.or(page.getByRole('listitem').filter({ hasText: 'BIZ FUTURE PRO' }))).toHaveCount(1)
})

test('the Back button at the checkout returns to the service page after logging in', async ({
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

test('an unknown package shows an error and a button to go back', async ({ page }) => {
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

async function retypeCard(page: Page, number: string) {
  const frame = page.frameLocator('iframe[title*="card" i]').first()
  for (const field of await frame.getByRole('textbox').all()) await field.fill('')
  await typeCard(page, number)
}
