import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { test as base, expect, expectAccessible, openSandbox } from '../../sandbox-shop/test.ts'

/** Starts a fake product that acknowledges every event, and a sandbox that sends it webhooks. */
const test = base.extend<{ provider: Awaited<ReturnType<typeof openProvider>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  provider: async ({}, use) => {
    const provider = await openProvider()
    await use(provider)
    await provider.close()
  },
})

async function openProvider() {
  const received: string[] = []
  const product = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push(JSON.parse(Buffer.concat(chunks).toString()).type)
    response.writeHead(200).end()
  })
  product.listen(0, '127.0.0.1')
  await once(product, 'listening')
  const url = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  const { sandbox, stripe } = await openSandbox({ webhook: { url, secret: 'whsec_sandbox' } })
  const pay = (card = 'visa') =>
    stripe.paymentIntents.create({
      amount: 11880,
      currency: 'gbp',
      description: 'MY FUTURE WEEK',
      allowed_payment_method_types: ['card'],
      payment_method: `pm_card_${card}`,
      confirm: true,
    })
  const close = async () => {
    await sandbox.close()
    product.close()
    product.closeAllConnections()
  }
  return { sandbox, stripe, received, pay, close }
}

function outcome(page: Page) {
  return page.getByRole('status')
}

test('the page lists payments, events with delivery status and API calls, and updates automatically', async ({
  page,
  provider,
}) => {
  const { id } = await provider.pay()
  await provider.sandbox.idle()
  await page.goto(provider.sandbox.url)
  const payments = page.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  await expect(payments).toHaveCount(1)
  for (const text of ['£118.80', 'succeeded', 'MY FUTURE WEEK', id]) await expect(payments).toContainText(text)
  const event = page.getByRole('list', { name: 'Events' }).getByRole('listitem').filter({ hasText: 'charge.succeeded' })
  await expect(event).toContainText('delivered')
  await expect(page.getByRole('list', { name: 'API calls' })).toContainText('POST /v1/payment_intents')
  await expect(page.getByRole('list', { name: 'Refunds' })).toHaveText('Nothing yet.')

  // The open page shows new payments without a reload.
  await provider.pay()
  await expect(payments).toHaveCount(2)
})

test('an event can be resent by keyboard, and focus stays on its button', async ({ page, provider }) => {
  await provider.stripe.customers.create({ name: 'Ada' })
  await provider.sandbox.idle()
  await page.goto(provider.sandbox.url)
  const sendAgain = page.getByRole('button', { name: 'Send again: customer.created' })
  await sendAgain.focus()
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toHaveText('customer.created was sent again. The response was: 200')
  expect(provider.received).toEqual(['customer.created', 'customer.created'])
  await expect(sendAgain).toBeFocused()
})

test('a fault can be set and cleared', async ({ page, provider }) => {
  await page.goto(provider.sandbox.url)
  await page
    .getByRole('region', { name: 'Connection faults' })
    .getByLabel('What goes wrong')
    .selectOption('Delay after everything is done')
  await page.getByLabel('Address').fill('/v1/refunds')
  await page.getByLabel('Number of times').fill('3')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(
    page.getByText('Faults set: delay after everything is done on any call to /v1/refunds, 3 times.'),
  ).toBeVisible()
  expect(provider.sandbox.faults()).toMatchObject([{ mode: 'slow_after', count: 3, milliseconds: 5000 }])
  await page.getByRole('button', { name: 'Clear faults' }).click()
  await expect(page.getByText('No faults set.')).toBeVisible()
})

test('an action that the sandbox does not support shows an error message', async ({ page, provider }) => {
  await page.goto(provider.sandbox.url)
  await page.route('**/_sandbox/clock', (route) => route.fulfill({ status: 404, json: { error: 'No.', known: [] } }))
  // The browser logs the 404 response, which is expected here.
  page.removeAllListeners('console')
  await page.getByRole('button', { name: 'Jump 29 days' }).click()
  await expect(outcome(page)).toHaveText('This sandbox can’t do that yet.')
})

test('the buttons move the clock and decide a dispute', async ({ page, provider }) => {
  const { sandbox, stripe } = provider
  await provider.pay('createDispute')
  await page.goto(sandbox.url)
  await expect(page.getByText('The sandbox’s time is')).toBeVisible()
  const before = sandbox.clock().getTime()
  await page.getByRole('button', { name: 'Jump 7 days' }).click()
  await expect(outcome(page)).toHaveText('Time moved on by 7 days.')
  expect(sandbox.clock().getTime() - before).toBeGreaterThanOrEqual(7 * 24 * 60 * 60 * 1000)
  await page.getByRole('button', { name: 'Shop wins: £118.80' }).click()
  await expect(outcome(page)).toHaveText('The shop has won the dispute.')
  expect((await stripe.disputes.list()).data).toMatchObject([{ status: 'won' }])
})

for (const width of [320, 1440]) {
  test(`at ${width} pixels the page fits and is accessible`, async ({ page, provider }) => {
    await page.setViewportSize({ width, height: 800 })
    await provider.pay()
    await page.goto(provider.sandbox.url)
    await expect(page.getByRole('list', { name: 'Payments' })).toContainText('£118.80')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  })
}
