import type { Page } from '@playwright/test'
import { phone } from '../../support/screen-sizes.ts'
import { bankFrame, expect, fillCheckout, test, typeCard } from '../../support/test.ts'

test.use({ viewport: phone })

const GOOD_CARD = '4242424242424242'
const CARD_WITHOUT_FUNDS = '4000000000009995'
const CARD_WITH_3D_SECURE = '4000002760003184'

test('a declined card shows the reason, and another card pays the same purchase', async ({
  memberPage: page,
  look,
}) => {
  await fillCheckout(page, 'study-world-basic', 'today', CARD_WITHOUT_FUNDS)
  await page.getByRole('button', { name: 'Pay £118.80' }).click()

  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your card has insufficient funds.')
  await look('declined')
  await retypeCard(page, GOOD_CARD)
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(purchaseRows(page, 'STUDY WORLD')).toHaveCount(1)
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
  await fillCheckout(page, 'biz-future-basic', 'today', CARD_WITH_3D_SECURE)
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  const bank = bankFrame(page)
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

test('a package with a later start is paid for immediately and can be started early', async ({
  memberPage: page,
  look,
}) => {
  await fillCheckout(page, 'study-world-pro', 'later', GOOD_CARD)
  await page.getByRole('button', { name: 'Pay £238.80' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page.getByText(/Payment successful! Your package starts on \d+ \w+ \d{4}\./)).toBeVisible()
  await page.goto('/portal/packages')
  const packageCard = page.getByRole('article').filter({ hasText: 'STUDY WORLD PRO' })
  await expect(packageCard).toContainText(/Scheduled|Starts/)
  await packageCard.getByRole('link', { name: /details/i }).click()
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
  await fillCheckout(page, 'my-future-basic', 'later', GOOD_CARD)
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
  await fillCheckout(page, 'biz-future-pro', 'later', GOOD_CARD)
  const secondPage = await page.context().newPage()
  await fillCheckout(secondPage, 'biz-future-pro', 'later', GOOD_CARD)
  await secondPage.getByRole('button', { name: 'Pay £238.80' }).click()
  await expect(secondPage.getByText('Payment Successful!')).toBeVisible()

  await page.getByRole('button', { name: 'Pay £238.80' }).click({ clickCount: 2, delay: 250 })
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expect(page.getByText('You have just paid for this package.')).toBeVisible()
  await expect(purchaseRows(page, 'BIZ FUTURE PRO')).toHaveCount(1)
})

async function retypeCard(page: Page, number: string) {
  const frame = page.frameLocator('iframe[title*="card" i]').first()
  for (const field of await frame.getByRole('textbox').all()) await field.fill('')
  await typeCard(page, number)
}

/** A table on a wide screen, a list on a narrow one. */
function purchaseRows(page: Page, title: string) {
  const listItems = page.getByRole('listitem').filter({ hasText: title })
  return page.getByRole('row', { name: title }).or(listItems)
}
