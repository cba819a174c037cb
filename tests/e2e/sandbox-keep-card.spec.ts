import type { Page } from '@playwright/test'
import { bankFrame, expect, pay, test, typeCard } from './sandbox-shop/test.ts'

const secret = 'seti_demo_secret_demo'

interface Answers {
  confirm: { status: number; body: object }
  retrieve?: object
}

function setupIntent(sandboxUrl: string, status: string, more: object = {}) {
  const nextAction = {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `${sandboxUrl}/authenticate/seti_demo/abc` },
  }
  return {
    id: 'seti_demo',
    object: 'setup_intent',
    client_secret: secret,
    status,
    next_action: status === 'requires_action' ? nextAction : null,
    last_setup_error: null,
    ...more,
  }
}

/** The browser's side is looked at alone: the answers of the provider are given here. Returns what it was sent. */
async function answerSetups(page: Page, { confirm, retrieve }: Answers): Promise<string[]> {
  const sent: string[] = []
  const headers = { 'access-control-allow-origin': '*' }
  await page.route('**/v1/setup_intents/seti_demo*', (route) => {
    sent.push(`retrieve ${new URL(route.request().url()).searchParams}`)
    return route.fulfill({ json: retrieve ?? {}, headers })
  })
  await page.route('**/v1/setup_intents/seti_demo/confirm', (route) => {
    sent.push(`confirm ${route.request().postData()}`)
    return route.fulfill({ status: confirm.status, json: confirm.body, headers })
  })
  await page.route('**/authenticate/seti_demo/abc', async (route) => {
    if (route.request().method() === 'POST') {
      sent.push(`bank ${route.request().postData()}`)
      return route.fulfill({ json: { location: null }, headers })
    }
    // The page of a payment's authentication is the same one.
    return route.fulfill({ response: await route.fetch({ url: route.request().url().replace('seti_', 'pi_') }) })
  })
  await page.route('**/authenticate/seti_demo/abc/payment', (route) =>
    route.fulfill({ json: { payment: { amount: null, currency: null } }, headers }),
  )
  return sent
}

async function keep(page: Page, shopUrl: string): Promise<void> {
  const settings = new URLSearchParams({ secret, options: JSON.stringify({ hidePostalCode: true }) })
  await page.goto(`${shopUrl}/#${settings}`)
  await typeCard(page, '4242424242424242')
  await pay(page)
}

test('a card is kept without a question', async ({ page, shop }) => {
  const body = setupIntent(shop.sandbox.url, 'succeeded')
  const sent = await answerSetups(page, { confirm: { status: 200, body } })
  await keep(page, shop.url)
  await expect(page.getByRole('status')).toHaveText('kept: succeeded')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatch(/client_secret=seti_demo_secret_demo&payment_method=pm_\w+&use_stripe_sdk=true$/)
})

test('a card is kept once the cardholder has agreed at the bank', async ({ page, shop }) => {
  const sent = await answerSetups(page, {
    confirm: { status: 200, body: setupIntent(shop.sandbox.url, 'requires_action') },
    retrieve: setupIntent(shop.sandbox.url, 'succeeded'),
  })
  await keep(page, shop.url)
  await expect(bankFrame(page).getByText('The shop would like to keep your card for later payments.')).toBeVisible()
  await bankFrame(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('status')).toHaveText('kept: succeeded')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(sent.slice(1)).toEqual(['bank outcome=complete', `retrieve key=pk_test_sandbox&client_secret=${secret}`])
})

test('a cardholder who closes the dialog keeps no card, and is told so', async ({ page, shop }) => {
  const last_setup_error = { type: 'invalid_request_error', code: 'setup_intent_authentication_failure', message: '' }
  const sent = await answerSetups(page, {
    confirm: { status: 200, body: setupIntent(shop.sandbox.url, 'requires_action') },
    retrieve: setupIntent(shop.sandbox.url, 'requires_payment_method', { last_setup_error }),
  })
  await keep(page, shop.url)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('status')).toHaveText(
    'setup_intent_authentication_failure: We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  )
  expect(sent).toContain('bank outcome=cancel')
})

test('a declined card is told in words', async ({ page, shop }) => {
  const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
  await answerSetups(page, { confirm: { status: 402, body: { error } } })
  await keep(page, shop.url)
  await expect(page.getByRole('status')).toHaveText('card_declined: Your card was declined.')
})
