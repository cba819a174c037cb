import { startSandbox } from 'stripe-sandbox'
import { startRecordingProxy } from '../../../support/site/recording-proxy.ts'
import { freePort, startSite } from '../../../support/site/start-site.ts'
import { chooseCard, confirmAge, expect, onSite, startLater, typeCard, typeSplitCard } from '../../support/test.ts'

const keys = { secretKey: 'sk_test_tap', publishableKey: 'pk_test_tap', webhookSecret: 'whsec_tap' }

// Runs the site and the sandbox behind proxies that record every byte sent to them.
const onRecordedSite = onSite(async (use) => {
  const port = await freePort()
  const sandboxPort = await freePort()
  const siteLine = await startRecordingProxy(port)
  const sandboxLine = await startRecordingProxy(sandboxPort)
  await using closing = new AsyncDisposableStack()
  closing.defer(() => siteLine.close())
  closing.defer(() => sandboxLine.close())
  const webhook = { url: `http://127.0.0.1:${port}/api/webhooks/stripe`, secret: keys.webhookSecret }
  const addresses = { port: sandboxPort, publicUrl: sandboxLine.url }
  const sandbox = await startSandbox({ ...addresses, dataFile: ':memory:', ...keys, webhook })
  closing.defer(() => sandbox.close())
  const environment = {
    PUBLIC_URL: siteLine.url,
    SANDBOX_URL: sandbox.url,
    SANDBOX_PUBLIC_URL: sandboxLine.url,
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
  }
  const site = closing.use(await startSite({ port, environment }))
  taps = () => ({ site: siteLine.bytes(), sandbox: sandboxLine.bytes() })
  await use({ ...site, url: siteLine.url })
})
const test = onRecordedSite.extend<object, { bytes: () => { site: string; sandbox: string } }>({
  bytes: [async ({ site: _ }, use) => use(() => taps()), { scope: 'worker' }],
})

let taps = () => ({ site: '', sandbox: '' })

test('no card number, expiry date or security code reaches the site or the provider during a purchase', async ({
  memberPage: page,
  bytes,
  look,
}) => {
  await page.goto('/checkout/stripe?package=my-future-basic')
  await confirmAge(page)
  await startLater(page)
  await typeCard(page, '4000000000009995', '0934987')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('insufficient funds')
  await look('declined')
  const frame = page.frameLocator('iframe[title*="card" i]').first()
  for (const field of await frame.getByRole('textbox').all()) await field.fill('')
  await typeCard(page, '5555555555554444', '0934987')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()

  expectNoCard(bytes(), /4000000000009995|5555555555554444|00009995|55554444/)
})

test('no card number, expiry date or security code reaches the site or the provider from the basic checkout', async ({
  memberPage: page,
  bytes,
}) => {
  await page.goto('/checkout?package=my-future-basic')
  await confirmAge(page)
  await startLater(page)
  await page.getByLabel('Cardholder Name').fill('Ada Lovelace')
  await typeSplitCard(page, '4000000000000069', '0934', '987')
  await page.getByRole('button', { name: 'Pay $108.90' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your card has expired.')
  await chooseCard(page, '5555555555554444')
  await page.getByRole('button', { name: 'Pay $108.90' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()

  expectNoCard(bytes(), /4000000000000069|5555555555554444|00000069|55554444/)
})

function expectNoCard(received: { site: string; sandbox: string }, numbers: RegExp) {
  // Prove that the proxies record, by checking that these requests have arrived.
  expect(received.site).toContain('POST /api/purchases')
  expect(received.sandbox).toContain('tok_mastercard')
  for (const text of [received.site, received.sandbox]) {
    const digits = text.replaceAll(/%20|[\s+-]/g, '')
    expect(digits).not.toMatch(numbers)
    // Match whole words only, and leave out milliseconds, because random ids and times may contain these digits by
    // chance.
    expect(text).not.toMatch(/(?:\b|%5B)cvc\b|(?<!\d\.)\b987\b|exp_month|exp_year|09 ?\/ ?34/i)
  }
}
