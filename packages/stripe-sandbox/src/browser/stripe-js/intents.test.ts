import { expect, onTestFinished, test, vi } from 'vitest'

test.each([
  ['pi_1', 'succeeded', 'PaymentIntent'],
  ['pi_1', 'requires_payment_method', 'PaymentIntent'],
  ['seti_1', 'canceled', 'SetupIntent'],
])('handleNextAction throws if %s has the status %s, as Stripe.js does', async (id, status, name) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('document', { currentScript: { src: 'http://127.0.0.1/stripe.js' } })
  vi.stubGlobal('fetch', async () => Response.json({ id, status, client_secret: `${id}_secret_2` }))
  const { handleNextAction } = await import('./intents.ts')
  await expect(handleNextAction('pk_test_1', `${id}_secret_2`)).rejects.toThrow(
    `handleNextAction: The ${name} supplied is not in the requires_action state.`,
  )
})
