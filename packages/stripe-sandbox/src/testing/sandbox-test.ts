import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { contractErrors } from '../../contract/stripe-contract.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../start-sandbox.ts'

export const secretKey = 'sk_test_sandbox'
export const publishableKey = 'pk_test_sandbox'
export const webhookSecret = 'whsec_sandbox'

export interface Running {
  sandbox: Sandbox
  stripe: Stripe
}

/** Starts a sandbox for one test. At the end of the test, all its calls must match the published contract. */
export async function runSandbox(options: Partial<SandboxOptions> = {}): Promise<Running> {
  const sandbox = await startSandbox({ port: 0, dataFile: ':memory:', secretKey, publishableKey, ...options })
  onTestFinished(async () => {
    const violations = sandbox.exchanges().flatMap(contractErrors)
    await sandbox.close()
    expect(violations).toEqual([])
  })
  return { sandbox, stripe: sdkFor(sandbox) }
}

/** A data file for one test. */
export async function temporaryDataFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'sandbox.sqlite')
}

/** An order of £118.80, payable by card only. */
export const order = { amount: 11880, currency: 'gbp', allowed_payment_method_types: ['card' as const] }

/** The parameters that pay the order at once. */
export const paid = { ...order, payment_method: 'pm_card_visa', confirm: true }

/** @param card the name of a test card, such as `chargeDeclined` */
export function pay(stripe: Stripe, card = 'visa', parameters: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return stripe.paymentIntents.create({ ...paid, payment_method: `pm_card_${card}`, ...parameters })
}

/** The types of the events so far, oldest first. */
export async function eventTypes(stripe: Stripe, types?: string[]): Promise<string[]> {
  const { data } = await stripe.events.list({ limit: 100, ...(types ? { types } : {}) })
  return data.map(({ type }) => type).reverse()
}

/** The address of the page on which the cardholder answers the bank or PayPal. */
export function getPageUrl({ next_action }: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'next_action'>): string {
  const dialog = next_action?.use_stripe_sdk as { stripe_js?: string } | undefined
  return next_action?.redirect_to_url?.url ?? dialog?.stripe_js ?? ''
}

export function sdkFor(sandbox: Pick<Sandbox, 'url'>, key = secretKey): Stripe {
  const { hostname, port } = new URL(sandbox.url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}

/** Sends what Stripe.js sends: a form with the publishable key and no header. */
export async function asBrowser(
  sandbox: Sandbox,
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, string>,
) {
  const form = new URLSearchParams({ ...fields, key: publishableKey })
  const response =
    method === 'GET'
      ? await fetch(`${sandbox.url}${path}?${form}`)
      : await fetch(sandbox.url + path, { method, body: form })
  return { status: response.status, body: await response.json() }
}

/** Answers on the bank's page as the cardholder. */
export async function answerBank(url: string | null | undefined, outcome: 'complete' | 'fail' | 'cancel') {
  const response = await fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ outcome }) })
  return (await response.json()) as { location: string | null }
}

/** Returns the SDK's error of a call that must fail. */
export async function catchError(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw new Error(`The call was expected to be refused, but it ended with ${String(outcome)}`)
}

/** Expects the call to fail with an error that matches. */
export async function expectRefusal(call: Promise<unknown>, expected: object) {
  const error = await catchError(call)
  expect(error).toMatchObject(expected)
  return error
}

interface Product {
  url: string
  /** Verified events in the order of arrival. */
  received: Stripe.Event[]
  /** Sets the statuses of the product's next answers; the last one stays. Default: 200. */
  answerWith(...statuses: [number, ...number[]]): void
}

/** A product that receives webhooks and verifies every signature with the SDK. */
export async function runProduct(): Promise<Product> {
  const stripe = new Stripe(secretKey, { telemetry: false })
  const received: Stripe.Event[] = []
  let answers = [200]
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const signature = request.headers['stripe-signature'] ?? ''
    received.push(stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, webhookSecret))
    const [status = 200, ...laterAnswers] = answers
    if (laterAnswers.length > 0) answers = laterAnswers
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    answerWith: (...statuses) => {
      answers = statuses
    },
  }
}

/** A sandbox that sends its events to a product. */
export async function runWithProduct(retryDelays: number[] = [1, 1, 1]) {
  const product = await runProduct()
  const running = await runSandbox({ webhook: { url: product.url, secret: webhookSecret, retryDelays } })
  return { ...running, product }
}
