import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Refused } from '#platform/shared/refused.ts'
import { openStripeGateway, stripeClient } from './stripe-gateway.ts'
import { IdempotencyKeyReused } from './stripe-request.ts'

/** Opens a provider that responds to every request in the same way, and collects what is logged. */
async function openFailingProvider(failure: { status: number; error: object }) {
  const server = createServer((_, response) => {
    response.writeHead(failure.status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
    response.end(JSON.stringify({ error: failure.error }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const errors: unknown[] = []
  const log = { info() {}, warn() {}, error: (...line: unknown[]) => errors.push(line) }
  const keys = { secretKey: 'sk_test_any', publishableKey: 'pk_test_any', webhookSecret: 'whsec_any' }
  return { errors, provider: openStripeGateway({ ...keys, sandbox: { url, publicUrl: url }, log }) }
}

test('if the secret key is invalid, the provider is unavailable and the error is logged once without the key', async () => {
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_any' }
  const { errors, provider } = await openFailingProvider({ status: 401, error })

  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(provider.findPayment('pi_any')).rejects.toEqual(new Refused('provider-unavailable'))
  }

  expect(errors).toHaveLength(1)
  expect(JSON.stringify(errors)).toContain('rejected the secret key')
  expect(JSON.stringify(errors)).not.toContain('sk_test_any')
})

test('while an idempotency key is still in use, the provider counts as unavailable', async () => {
  const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Another request is under way' }
  const { provider } = await openFailingProvider({ status: 409, error })
  await expect(provider.findPayment('pi_any')).rejects.toEqual(new Refused('provider-unavailable'))
})

test('reusing an idempotency key with different parameters throws an error', async () => {
  const error = {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters',
  }
  const { provider } = await openFailingProvider({ status: 400, error })
  await expect(provider.findPayment('pi_any')).rejects.toThrow(IdempotencyKeyReused)
})

test("live keys use the provider's own host over HTTPS with a fixed API version", () => {
  const client = stripeClient({ secretKey: 'sk_live_any', sandbox: undefined })
  const options = (['host', 'port', 'protocol', 'version', 'timeout'] as const).map((name) => client.getApiField(name))
  expect(options).toEqual(['api.stripe.com', '443', 'https', '2026-10-28.endive', 20_000])
  expect([client.getMaxNetworkRetries(), client.getTelemetryEnabled()]).toEqual([2, false])
})

test.each([
  ['sk_live_any', undefined, 'stripe', true],
  ['rk_live_any', undefined, 'stripe', true],
  ['sk_test_any', undefined, 'stripe', false],
  ['sk_test_any', { url: 'http://127.0.0.1:9', publicUrl: 'http://127.0.0.1:9' }, 'sandbox', false],
])('the key %s takes real money only if it is live', (secretKey, sandbox, mode, isLive) => {
  const log = { info() {}, warn() {}, error() {} }
  const provider = openStripeGateway({ secretKey, publishableKey: 'pk', webhookSecret: 'whsec', sandbox, log })
  expect([provider.mode, provider.isLive]).toEqual([mode, isLive])
})
