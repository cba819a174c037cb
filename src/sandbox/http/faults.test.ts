import { expect, test } from 'vitest'
import { errorOf, runSandbox } from '../testing/sandbox-test.ts'
import type { FaultMode } from './faults.ts'

const paid = {
  amount: 11880,
  currency: 'gbp',
  allowed_payment_method_types: ['card' as const],
  payment_method: 'pm_card_visa',
  confirm: true,
}

// The SDK tries a closed line once more by itself, with the same idempotency key: hence two strikes.
const striking: [FaultMode, number, object, number][] = [
  ['drop_before', 2, { type: 'StripeConnectionError' }, 0],
  ['drop_after', 2, { type: 'StripeConnectionError' }, 1],
  ['500_before', 1, { type: 'StripeAPIError', statusCode: 500 }, 0],
  ['500_after', 1, { type: 'StripeAPIError', statusCode: 500 }, 1],
  ['500_stored', 1, { type: 'StripeAPIError', statusCode: 500 }, 0],
  ['truncate', 1, { type: 'StripeConnectionError' }, 1],
]

for (const [mode, count, error, charges] of striking) {
  test(`${mode}: the caller sees an error, and ${charges ? 'the payment exists' : 'nothing happened'}`, async () => {
    const { sandbox, stripe } = await runSandbox()
    sandbox.injectFault({ mode, count, method: 'POST', path: '/v1/payment_intents' })
    expect(await errorOf(stripe.paymentIntents.create(paid))).toMatchObject(error)
    expect((await stripe.charges.list()).data).toHaveLength(charges)
    expect(sandbox.faults()).toEqual([])
  })
}

for (const mode of ['drop_before', 'drop_after', '500_before', '500_after'] as const) {
  test(`${mode}: a retry of the SDK ends with exactly one payment`, async () => {
    const { sandbox, stripe } = await runSandbox()
    sandbox.injectFault({ mode, path: '/v1/payment_intents*' })
    const { id } = await stripe.paymentIntents.create(paid, { maxNetworkRetries: 1 })
    expect((await stripe.charges.list()).data.map(({ payment_intent }) => payment_intent)).toEqual([id])
  })
}

test('a slow call takes its time: before the work, or after it', async () => {
  const { sandbox, stripe } = await runSandbox()
  for (const [mode, expected] of [
    ['slow_before', 0],
    ['slow_after', 1],
  ] as const) {
    sandbox.injectFault({ mode, milliseconds: 60_000, path: '*/payment_intents' })
    const call = stripe.paymentIntents.create({ amount: 500, currency: 'gbp' }, { timeout: 150 })
    expect(await errorOf(call)).toMatchObject({ type: 'StripeConnectionError' })
    expect(sandbox.objects('payment_intent')).toHaveLength(expected)
  }
})

test('closing does not wait for calls that are held open', async () => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.injectFault({ mode: 'slow_before', milliseconds: 60_000 })
  const held = errorOf(stripe.customers.create({ name: 'Ada' }))
  await expect.poll(() => sandbox.faults()).toEqual([])
  const begun = performance.now()
  await sandbox.close()
  expect(performance.now() - begun).toBeLessThan(20_000)
  expect(await held).toMatchObject({ type: 'StripeConnectionError' })
})

test('a fault strikes only the calls it is meant for', async () => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.injectFault({ mode: '500_before', method: 'POST', path: '/v1/payment_intents/*/confirm', count: 5 })
  const { id } = await stripe.paymentIntents.create({ ...paid, confirm: false })
  await stripe.paymentIntents.retrieve(id)
  expect(await errorOf(stripe.paymentIntents.confirm(id))).toMatchObject({ statusCode: 500 })
  expect(sandbox.faults()).toMatchObject([{ count: 4 }])
  sandbox.clearFaults()
  expect((await stripe.paymentIntents.confirm(id)).status).toBe('succeeded')
})
