import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { contractErrors } from '../../../tests/support/stripe-contract.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../start-sandbox.ts'

export const secretKey = 'sk_test_sandbox'
export const publishableKey = 'pk_test_sandbox'
export const webhookSecret = 'whsec_sandbox'

interface Running {
  sandbox: Sandbox
  stripe: Stripe
}

/** A sandbox for one test. When the test ends, every call it made must have kept to the published contract. */
export async function runSandbox(options: Partial<SandboxOptions> = {}): Promise<Running> {
  const sandbox = await startSandbox({ port: 0, dataFile: ':memory:', secretKey, publishableKey, ...options })
  onTestFinished(async () => {
    const violations = sandbox.exchanges().flatMap(contractErrors)
    await sandbox.close()
    expect(violations).toEqual([])
  })
  return { sandbox, stripe: sdkFor(sandbox) }
}

export function sdkFor(sandbox: Sandbox, key = secretKey): Stripe {
  const { hostname, port } = new URL(sandbox.url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}

/** What Stripe.js sends: a form with the publishable key, no header. */
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

/** Answers at the bank's page in the cardholder's place. */
export async function answerBank(url: string | null | undefined, outcome: 'complete' | 'fail' | 'cancel') {
  const response = await fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ outcome }) })
  return (await response.json()) as { location: string | null }
}

/** The error that a call ends with, as the SDK tells it. */
export async function errorOf(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw new Error(`The call was expected to be refused, but it ended with ${String(outcome)}`)
}

export interface Product {
  url: string
  /** Verified events, in the order of their arrival. */
  received: Stripe.Event[]
  /** How the product answers; 200 unless told otherwise. */
  answerWith(status: number): void
  /** Resolves when this many events have arrived. */
  arrivals(count: number): Promise<void>
  close(): void
}

/** The product's side of the webhooks: it verifies every signature with the SDK. */
export async function runProduct(): Promise<Product> {
  const stripe = new Stripe(secretKey, { telemetry: false })
  const received: Stripe.Event[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const signature = request.headers['stripe-signature'] ?? ''
    received.push(stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, webhookSecret))
    response.writeHead(status).end()
    for (const { count, resolve } of waiting) if (received.length >= count) resolve()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    answerWith: (next) => {
      status = next
    },
    arrivals: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    close,
  }
}
