import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { freePort, startSite } from '../support/start-site.ts'
import { tapLine } from '../support/tap-line.ts'
import {
  test as base,
  beOfAge,
  chooseCard,
  expect,
  logIn,
  openAccount,
  typeCard,
  typeSplitCard,
} from './support/test.ts'

const keys = { secretKey: 'sk_test_tap', publishableKey: 'pk_test_tap', webhookSecret: 'whsec_tap' }

// Site and sandbox behind lines that keep every byte that reaches them.
const test = base.extend<object, { bytes: () => { site: string; sandbox: string } }>({
  bytes: [async ({ site: _ }, use) => use(() => taps()), { scope: 'worker' }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const port = await freePort()
      const sandboxPort = await freePort()
      const siteLine = await tapLine(port)
      const sandboxLine = await tapLine(sandboxPort)
      await using closing = new AsyncDisposableStack()
      closing.defer(() => siteLine.close())
      closing.defer(() => sandboxLine.close())
      const webhook = { url: `http://127.0.0.1:${port}/api/webhooks/stripe`, secret: keys.webhookSecret }
      const sandbox = await startSandbox({
        port: sandboxPort,
        publicUrl: sandboxLine.url,
        dataFile: ':memory:',
        ...keys,
        webhook,
      })
      closing.defer(() => sandbox.close())
      const site = closing.use(
        await startSite({
          port,
          environment: {
            PUBLIC_URL: siteLine.url,
            SANDBOX_URL: sandbox.url,
            SANDBOX_PUBLIC_URL: sandboxLine.url,
            STRIPE_SECRET_KEY: keys.secretKey,
            STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
            STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
          },
        }),
      )
      taps = () => ({ site: siteLine.bytes(), sandbox: sandboxLine.bytes() })
      await use({ ...site, url: siteLine.url })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

let taps = () => ({ site: '', sandbox: '' })

test('no card number, date or code reaches the site or the provider in a whole purchase', async ({
  page,
  site,
  visitor,
  bytes,
}) => {
  await openAccount(site, visitor)
  await page.goto(`/login?from=${encodeURIComponent('/checkout/stripe?package=my-future-basic')}`)
  await logIn(page, visitor)
  await beOfAge(page)
  await typeCard(page, '4000000000009995', '0934987')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('insufficient funds')
  const frame = page.frameLocator('iframe[title*="card" i]').first()
  for (const field of await frame.getByRole('textbox').all()) await field.fill('')
  await typeCard(page, '5555555555554444', '0934987')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()

  expectNoCard(bytes(), /4000000000009995|5555555555554444|00009995|55554444/)
})

test('nor do they in the basic checkout, where number, date and code are fields of their own', async ({
  page,
  site,
  visitor,
  bytes,
}) => {
  await openAccount(site, visitor)
  await page.goto(`/login?from=${encodeURIComponent('/checkout?package=my-future-basic')}`)
  await logIn(page, visitor)
  await beOfAge(page)
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
  // The lines are not deaf: what must arrive does.
  expect(received.site).toContain('POST /api/purchases')
  expect(received.sandbox).toContain('tok_mastercard')
  for (const text of [received.site, received.sandbox]) {
    const digits = text.replaceAll(/%20|[\s+-]/g, '')
    expect(digits).not.toMatch(numbers)
    // Whole words only, and no thousandths of a second: random ids and times hold any three characters now and then.
    expect(text).not.toMatch(/(?:\b|%5B)cvc\b|(?<!\d\.)\b987\b|exp_month|exp_year|09 ?\/ ?34/i)
  }
}
