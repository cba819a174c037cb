import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import Stripe from 'stripe'
import { type Sandbox, type SandboxOptions, startSandbox } from 'stripe-sandbox'
import { startRecordingProxy } from '../../support/site/recording-proxy.ts'
import { bundleShop, serveShop } from './serve-shop.ts'

export interface Shop {
  sandbox: Sandbox
  /** Stripe's unmodified server SDK. */
  stripe: Stripe
  url: string
  /** Every byte that a browser has sent to the sandbox. */
  bytesReceived(): string
  /** Opens the shop for a new payment of £118.80. */
  open(page: Page, options?: object, form?: 'card' | 'split' | 'paypal'): Promise<string>
}

export const test = base.extend<{ shop: Shop }, { shopScript: string }>({
  shopScript: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => use(await bundleShop()),
    { scope: 'worker' },
  ],

  shop: async ({ shopScript }, use) => {
    const { sandbox, stripe } = await openSandbox()
    const line = await startRecordingProxy(Number(new URL(sandbox.url).port))
    const server = await serveShop(shopScript, line.url)
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
    // Chromium logs errors for a declined card (402) and for connections that tests cut. Any other error is a bug.
    page.on('console', (message) => {
      const isRefusal = /status of 402|ERR_CONTENT_LENGTH_MISMATCH/.test(message.text())
      if ((message.type() === 'error' || message.type() === 'warning') && !isRefusal) complaints.push(message.text())
    })
    await use(page)
    expect(complaints).toEqual([])
  },
})

export { expect }

export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const keys = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' }
  const sandbox = await startSandbox({ port: 0, dataFile: ':memory:', ...keys, ...options })
  const { hostname, port } = new URL(sandbox.url)
  const stripe = new Stripe(keys.secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  return { sandbox, stripe }
}

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([])
}

export function cardFrame(page: Page) {
  return page.frameLocator('iframe[title="Secure card payment input frame"]')
}

export function bankFrame(page: Page) {
  return page.frameLocator('iframe[title="Authentication by your bank"]')
}

/** Types everything in one go, because the field moves the focus from one part to the next. */
export async function typeCard(page: Page, number: string, rest = '1234123'): Promise<void> {
  await cardFrame(page).getByLabel('Card number').click()
  await page.keyboard.type(number + rest)
}

/** Holds the button down as a finger would, so that the click is lost if the button moves in the meantime. */
export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay' }).click({ delay: 100 })
}

/**
 * Opens the shop and pays by card.
 * @returns the payment's id
 */
export async function payWith(page: Page, shop: Shop, number: string): Promise<string> {
  const intent = await shop.open(page)
  await typeCard(page, number)
  await pay(page)
  return intent
}

/** Checks the URL to which the bank or PayPal returns: it names the payment. */
export function expectReturn(page: Page, { id, client_secret }: Pick<Stripe.PaymentIntent, 'id' | 'client_secret'>) {
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    order: '7',
    payment_intent: id,
    payment_intent_client_secret: client_secret,
    redirect_status: 'succeeded',
  })
}

/** Checks that the test card's token has reached the sandbox, but no card data. */
export function expectOnlyToken(bytes: string): void {
  expect(bytes).toContain('card%5Btoken%5D=tok_visa')
  expect(bytes.replace(/[\s+%]|%20/g, '')).not.toContain('42424242')
  expect(bytes).not.toMatch(/(?:\b|%5B)cvc\b|cvc\W*987|=987|(?<!\d\.)\b987\b|exp_month|expiry/i)
}
