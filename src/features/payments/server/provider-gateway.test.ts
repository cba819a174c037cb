import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Refused } from '#platform/shared/refused.ts'
import { KeyReused } from './provider-gateway.ts'
import { openStripe, stripeClient } from './stripe-gateway.ts'

/** A provider that answers everything in one way, and what was logged about it. */
async function openProviderThat(answers: { status: number; error: object }) {
  const server = createServer((_, response) => {
    response.writeHead(answers.status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
    response.end(JSON.stringify({ error: answers.error }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const errors: unknown[] = []
  const log = { info() {}, warn() {}, error: (...line: unknown[]) => errors.push(line) }
  const keys = { secretKey: 'sk_test_any', publishableKey: 'pk_test_any', webhookSecret: 'whsec_any' }
  return { errors, provider: openStripe({ ...keys, sandbox: { url, publicUrl: url }, log }) }
}

test('a key that the provider refuses is "away" to people, and one line in the log for the operator', async () => {
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_any' }
  const { errors, provider } = await openProviderThat({ status: 401, error })

  for (let time = 0; time < 3; time += 1) {
    await expect(provider.findPayment('pi_any')).rejects.toEqual(new Refused('provider-away'))
  }

  expect(errors).toHaveLength(1)
  expect(JSON.stringify(errors)).toContain('refuses our secret key')
  expect(JSON.stringify(errors)).not.toContain('sk_test_any')
})

test('a call that is still under way under its key is asked again later', async () => {
  const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Another request is under way' }
  const { provider } = await openProviderThat({ status: 409, error })
  await expect(provider.findPayment('pi_any')).rejects.toEqual(new Refused('provider-away'))
})

test('a key that comes again with other figures is a fault of ours, and never another payment', async () => {
  const error = {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters',
  }
  const { provider } = await openProviderThat({ status: 400, error })
  await expect(provider.findPayment('pi_any')).rejects.toThrow(KeyReused)
})

test('with real keys everything goes to the provider itself, encrypted, in the version that this code knows', () => {
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
])('the key %s takes real money only where it is live', (secretKey, sandbox, mode, isLive) => {
  const log = { info() {}, warn() {}, error() {} }
  const provider = openStripe({ secretKey, publishableKey: 'pk', webhookSecret: 'whsec', sandbox, log })
  expect([provider.mode, provider.isLive]).toEqual([mode, isLive])
})
