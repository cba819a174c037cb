import { existsSync } from 'node:fs'
import { test as base, expect, type Page } from '@playwright/test'
import Stripe from 'stripe'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { tapLine } from '../../support/tap-line.ts'
import { bundleShop, serveShop } from './serve-shop.ts'

interface Shop {
  sandbox: Sandbox
  /** The server's side: the unchanged SDK. */
  stripe: Stripe
  url: string
  /** Every byte that a browser has sent to the sandbox. */
  bytesReceived(): string
  /** Opens the shop for a new payment of £118.80. */
  open(page: Page, options?: object, form?: 'card' | 'split' | 'paypal'): Promise<string>
}

const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const test = base.extend<{ shop: Shop }, { shopScript: string }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const executablePath = launchOptions.executablePath ?? usualPlaces.find((place) => existsSync(place))
      await use({ args: chromiumArguments, ...launchOptions, ...(executablePath ? { executablePath } : {}) })
    },
    { scope: 'worker' },
  ],

  shopScript: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => use(await bundleShop()),
    { scope: 'worker' },
  ],

  shop: async ({ shopScript }, use) => {
    const sandbox = await startSandbox({
      port: 0,
      dataFile: ':memory:',
      secretKey: 'sk_test_sandbox',
      publishableKey: 'pk_test_sandbox',
    })
    const { hostname, port } = new URL(sandbox.url)
    const line = await tapLine(Number(port))
    const server = await serveShop(shopScript, line.url)
    const stripe = new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http', telemetry: false })
    await use({
      sandbox,
      stripe,
      url: server.url,
      bytesReceived: line.bytes,
      async open(page, options = { hidePostalCode: true }, form = 'card') {
        const intent = await stripe.paymentIntents.create({
          amount: 11880,
          currency: 'gbp',
          description: 'MY FUTURE WEEK',
          allowed_payment_method_types: ['card', 'paypal'],
        })
        const secret = intent.client_secret ?? ''
        const settings = new URLSearchParams({ secret, form, options: JSON.stringify(options) })
        await page.goto(`${server.url}/#${settings}`)
        return intent.id
      },
    })
    server.close()
    line.close()
    await sandbox.close()
  },

  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    // Chromium reports a refused card (402) and a line that a test cut as errors. All else is a fault of ours.
    page.on('console', (message) => {
      const isRefusal = /status of 402|ERR_CONTENT_LENGTH_MISMATCH/.test(message.text())
      if ((message.type() === 'error' || message.type() === 'warning') && !isRefusal) complaints.push(message.text())
    })
    await use(page)
    expect(complaints).toEqual([])
  },
})

export { expect }

export function cardFrame(page: Page) {
  return page.frameLocator('iframe[title="Secure card payment input frame"]')
}

export function bankFrame(page: Page) {
  return page.frameLocator('iframe[title="Authentication by your bank"]')
}

/** Types as a person does: the focus goes from field to field by itself. */
export async function typeCard(page: Page, number: string, rest = '1234123'): Promise<void> {
  await cardFrame(page).getByLabel('Card number').click()
  await page.keyboard.type(number + rest)
}

/** Presses the button for as long as a finger does: what moves it away meanwhile loses the click. */
export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay' }).click({ delay: 100 })
}
