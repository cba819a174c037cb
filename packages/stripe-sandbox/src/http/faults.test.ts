import { expect, test } from 'vitest'
import { catchError, expectRefusal, paid, runSandbox } from '../testing/sandbox-test.ts'
import type { FaultMode } from './faults.ts'

/** No test takes longer than this. */
const AN_HOUR = 3_600_000

// After a closed connection, the SDK retries once with the same idempotency key, hence a count of two.
const faultCases: [FaultMode, number, object, number][] = [
  ['drop_before', 2, { type: 'StripeConnectionError' }, 0],
  ['drop_after', 2, { type: 'StripeConnectionError' }, 1],
  ['500_before', 1, { type: 'StripeAPIError', statusCode: 500 }, 0],
  ['500_after', 1, { type: 'StripeAPIError', statusCode: 500 }, 1],
  ['500_stored', 1, { type: 'StripeAPIError', statusCode: 500 }, 0],
  ['truncate', 1, { type: 'StripeConnectionError' }, 1],
]

for (const [mode, count, error, charges] of faultCases) {
  test(`${mode} returns an error and creates ${charges} payments`, async () => {
    const { sandbox, stripe } = await runSandbox()
    sandbox.injectFault({ mode, count, method: 'POST', path: '/v1/payment_intents' })
    await expectRefusal(stripe.paymentIntents.create(paid), error)
    expect((await stripe.charges.list()).data).toHaveLength(charges)
    expect(sandbox.faults()).toEqual([])
  })
}

for (const mode of ['drop_before', 'drop_after', '500_before', '500_after'] as const) {
  test(`an SDK retry after ${mode} creates exactly one payment`, async () => {
    const { sandbox, stripe } = await runSandbox()
    sandbox.injectFault({ mode, path: '/v1/payment_intents*' })
    const { id } = await stripe.paymentIntents.create(paid, { maxNetworkRetries: 1 })
    expect((await stripe.charges.list()).data.map(({ payment_intent }) => payment_intent)).toEqual([id])
  })
}

test.each([
  ['slow_before', 0],
  ['slow_after', 1],
] as const)('%s delays the call and creates %i payments', async (mode, payments) => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.injectFault({ mode, milliseconds: AN_HOUR, path: '*/payment_intents' })
  const pendingCall = catchError(stripe.paymentIntents.create({ amount: 500, currency: 'gbp' }))
  await expect.poll(() => sandbox.faults()).toEqual([])
  await expect.poll(() => sandbox.objects('payment_intent')).toHaveLength(payments)
  await sandbox.close()
  expect(await pendingCall).toMatchObject({ type: 'StripeConnectionError' })
})

test('closing the sandbox does not wait for delayed calls', async () => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.injectFault({ mode: 'slow_before', milliseconds: AN_HOUR })
  const pendingCall = catchError(stripe.customers.create({ name: 'Ada' }))
  await expect.poll(() => sandbox.faults()).toEqual([])
  await sandbox.close()
  expect(await pendingCall).toMatchObject({ type: 'StripeConnectionError' })
})

test('a fault affects only matching calls', async () => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.injectFault({ mode: '500_before', method: 'POST', path: '/v1/payment_intents/*/confirm', count: 5 })
  const { id } = await stripe.paymentIntents.create({ ...paid, confirm: false })
  await stripe.paymentIntents.retrieve(id)
  await expectRefusal(stripe.paymentIntents.confirm(id), { statusCode: 500 })
  expect(sandbox.faults()).toMatchObject([{ count: 4 }])
  sandbox.clearFaults()
  expect((await stripe.paymentIntents.confirm(id)).status).toBe('succeeded')
})
