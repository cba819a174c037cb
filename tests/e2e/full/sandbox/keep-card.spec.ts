import type { Page } from '@playwright/test'
import { bankFrame, expect, pay, type Shop, test, typeCard } from '../../sandbox-shop/test.ts'

const asksOnSetup = '4000002500003155'

/** Opens the shop and saves a card. */
async function saveCard(page: Page, shop: Shop, number: string) {
  const { id, client_secret } = await shop.stripe.setupIntents.create({ allowed_payment_method_types: ['card'] })
  await page.goto(`${shop.url}/#${new URLSearchParams({ secret: client_secret ?? '' })}`)
  await typeCard(page, number)
  await pay(page)
  return { id, client_secret }
}

/** The browser's calls for the set-up, with their parameters. */
function setupCalls({ sandbox }: Shop) {
  const calls = sandbox.exchanges().filter(({ caller }) => caller === 'publishable-key')
  return calls
    .filter(({ path }) => path.includes('setup_intents'))
    .map(({ method, parameters }) => [method, parameters])
}

test('a card is saved after the cardholder completes authentication', async ({ page, shop }) => {
  const { id, client_secret } = await saveCard(page, shop, asksOnSetup)
  await expect(bankFrame(page).getByText('The shop wants to save your card for future payments.')).toBeVisible()
  await bankFrame(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('status')).toHaveText('kept: succeeded')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(setupCalls(shop).slice(1)).toEqual([['GET', { client_secret }]])
  expect(await shop.stripe.setupIntents.retrieve(id)).toMatchObject({ status: 'succeeded' })
})

test('closing the authentication dialog saves no card and shows an error', async ({ page, shop }) => {
  const { id } = await saveCard(page, shop, asksOnSetup)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('status')).toHaveText(
    'setup_intent_authentication_failure: We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  )
  const intent = await shop.stripe.setupIntents.retrieve(id)
  expect(intent).toMatchObject({ status: 'requires_payment_method', payment_method: null })
})
