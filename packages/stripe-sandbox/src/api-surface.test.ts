import { expect, test } from 'vitest'
import { contractParameters } from '../contract/stripe-contract.ts'
import { findOperation, operations } from './api-surface.ts'

/**
 * Parameters that are no longer in the contract, but are accepted so that they can be refused with Stripe's own
 * message.
 */
const removed = ['payment_method_types']

test("every parameter of an operation exists in Stripe's contract", () => {
  for (const { name, parameterNames } of operations) {
    const invented = parameterNames.filter((parameter) => !contractParameters(name).includes(parameter))
    expect(
      invented.filter((parameter) => !removed.includes(parameter)),
      name,
    ).toEqual([])
  }
})

test('a path is resolved to its operation and id', () => {
  expect(findOperation('POST', '/v1/payment_intents/pi_1/confirm')).toMatchObject({
    operation: { name: 'PaymentIntent.confirm' },
    id: 'pi_1',
  })
  expect(findOperation('GET', '/v1/payment_intents')?.operation.name).toBe('PaymentIntent.list')
  expect(findOperation('DELETE', '/v1/payment_intents/pi_1')).toBeUndefined()
})
