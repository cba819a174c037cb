import type { Page } from '@playwright/test'
import { openAccount } from '../../support/api.ts'
import { phone } from '../../support/screen-sizes.ts'
import {
  bankFrame,
  confirmAge,
  expect,
  fillCheckout,
  hold,
  startLater,
  startToday,
  test,
  typeCard,
} from '../../support/test.ts'

test.use({ viewport: phone })

const GOOD_CARD = '4242424242424242'
const CARD_WITH_3D_SECURE = '4000002760003184'

test('the Pay button stays in place when pressed with an incomplete card number', async ({
  memberPage: page,
  look,
}) => {
  await page.goto('/checkout/stripe?package=study-world-basic')
  await typeCard(page, '4242424242', '')
  await page.getByRole('button', { name: 'Pay £118.80' }).click({ delay: 120 })

  await expect(page.getByRole('group', { name: 'Card details' })).toContainText('Your card number is incomplete.')
  await expect(page.getByText('Choose when your package starts.')).toBeVisible()
  await expect(page.getByText('Check the fields marked above.')).toBeVisible()
  await look('half-a-card')
})

test('after a reload during 3-D Secure, the authentication resumes and the package is bought only once', async ({
  memberPage: page,
  look,
}) => {
  await fillCheckout(page, 'biz-future-basic', 'today', CARD_WITH_3D_SECURE)
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  const bank = bankFrame(page)
  await expect(bank.getByRole('button', { name: 'Complete authentication' })).toBeVisible()
  await page.reload()
  await look('bank-after-reload')
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(purchaseRows(page, 'BIZ FUTURE')).toHaveCount(1)
})

test('a payment succeeds even if its response is lost, and buying the package again shows a warning', async ({
  memberPage: page,
}) => {
  await fillCheckout(page, 'my-future-basic', 'later', GOOD_CARD)
  await page.route(/\/v1\/payment_intents\/[^/]+\/confirm$/, async (route) => {
    await route.fetch()
    await route.abort('connectionfailed')
  })
  // Block the router's data requests so that only API calls reach the site.
  await page.route(/\.data(\?|$)/, (route) => route.abort('connectionfailed'))
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused()
  await expect(page).toHaveTitle('Payment Successful!')
  await page.unrouteAll()
  await page.reload()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(page.getByText(/Payment successful! Your package starts on/)).toBeVisible()

  await page.goto('/checkout/stripe?package=my-future-basic')
  await expect(page.getByText(/You already have this package until .*, and you’re buying it again/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeEnabled()
})

test('a double click on Pay in an outdated tab does not buy the package again', async ({ memberPage: page }) => {
  await fillCheckout(page, 'biz-future-pro', 'later', GOOD_CARD)
  const secondPage = await page.context().newPage()
  await fillCheckout(secondPage, 'biz-future-pro', 'later', GOOD_CARD)
  await secondPage.getByRole('button', { name: 'Pay £238.80' }).click()
  await expect(secondPage.getByText('Payment Successful!')).toBeVisible()

  await page.getByRole('button', { name: 'Pay £238.80' }).click({ clickCount: 2, delay: 250 })
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(page.getByText('You’ve just paid for this package.')).toBeVisible()
  await expect(purchaseRows(page, 'BIZ FUTURE PRO')).toHaveCount(1)
})

test('a wrong password keeps the card, and with the right one the member logs in and pays', async ({
  page,
  site,
  visitor,
}) => {
  await openAccount(site, visitor)
  await page.goto('/checkout/stripe?package=study-world-basic')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email', { exact: true }).fill(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await startLater(page)
  await typeCard(page, GOOD_CARD)
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByText('Email or password is incorrect.').first()).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
})

test("if the provider's script hasn't loaded after 20 seconds, the checkout shows an error and offers a retry", async ({
  memberPage: page,
  look,
}) => {
  const alert = page.getByRole('main').getByRole('alert')
  await page.clock.install()
  await hold(page, '**/stripe.js', 1)
  await page.goto('/checkout/stripe?package=study-world-basic')
  await expect(page.getByText('Loading the card field…')).toBeVisible()
  // The fake clock also advances in real time, so this leaves a margin for a slow machine.
  await page.clock.fastForward(8_000)
  await expect(alert).toBeHidden()
  await page.clock.fastForward(12_000)
  await expect(alert).toContainText('Stripe has not loaded yet. Please try again.')
  await expect(page.getByText('Loading the card field…')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeDisabled()
  await look('provider-unavailable')

  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeEnabled()
})

test('a payment in dollars can be completed by keyboard alone', async ({ memberPage: page }) => {
  await page.goto('/checkout?package=study-world-pro')
  await expect(page.getByRole('button', { name: 'Pay $218.90' })).toBeEnabled()
  await page.getByRole('radio', { name: 'for myself' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Country')).toBeFocused()
  await page.keyboard.type('New Z')
  await expect(page.getByLabel('Country')).toHaveValue('NZ')
  // Tab past the collapsed address and the payment method to the cardholder's name.
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Cardholder Name')).toBeFocused()
  await page.keyboard.type('Ada Lovelace')
  for (const typed of ['4242424242424242', '1234', '123']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Save this card for next time')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Start today')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel(/^Start on/)).toBeChecked()
  // Enter does nothing while the button is disabled.
  await expect(page.getByRole('button', { name: 'Pay $218.90' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused()
})

test('an upgrade shows the refund before payment, and the old package is refunded with a credit note', async ({
  memberPage: page,
  look,
  buy,
}) => {
  await buy('my-future-basic')
  await page.goto('/checkout/stripe?package=my-future-pro')
  await confirmAge(page)
  await startToday(page)
  await page.getByLabel(/Replace my MY FUTURE WEEK/).check()
  await expect(page.getByText(/^You’ll pay £34\.80 now\. We’ll refund £118\.80 for .* to the card/)).toBeVisible()
  await look('upgrade-chosen')
  await typeCard(page, GOOD_CARD)
  await page.getByRole('button', { name: 'Pay £34.80' }).click()
  await expect(page.getByText(/£118\.80 for your old package is on its way to/)).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(async () => {
    await page.goto('/portal/invoices')
    await expect(page.getByRole('row', { name: /^CN-|Credit note/ })).toContainText('£118.80', { timeout: 2_000 })
  }).toPass()
  await look('upgrade-credit-note')
})

/** Purchases are a table on a wide screen and a list on a narrow one. */
function purchaseRows(page: Page, title: string) {
  const listItems = page.getByRole('listitem').filter({ hasText: title })
  return page.getByRole('row', { name: title }).or(listItems)
}
