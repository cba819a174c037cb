import { startSandbox } from 'stripe-sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { callProgram } from '../support/app/run-program.ts'

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_smoke',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_smoke',
  STRIPE_WEBHOOK_SECRET: 'whsec_smoke',
}

test('the Stripe check with test keys completes every step and cleans up', async () => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = keys
  const sandbox = await startSandbox({ port: 0, dataFile: ':memory:', secretKey, publishableKey })
  onTestFinished(() => sandbox.close())

  const { status, stdout, stderr } = await callProgram(['check-stripe'], { ...keys, SANDBOX_URL: sandbox.url })

  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/A payment of £118\.80 with the test card succeeded: pi_/)
  expect(stdout).toMatch(/Refunded in full: re_/)
  expect(stdout).toContain('Cancelled the test subscription.')
  expect(stdout).toMatch(/Everything the site needs from the provider works\.\n$/)
  expect(stdout).not.toContain(secretKey)
})
