import { expect, test } from 'vitest'
import { contractParameters } from '../../tests/support/stripe-contract.ts'
import { findOperation, operations } from './api-surface.ts'

/** Not in the contract any more: the sandbox takes it only to say so in the provider's words. */
const removed = ['payment_method_types']

test('no operation invents a parameter that the provider does not have', () => {
  for (const { name, parameterNames } of operations) {
    const invented = parameterNames.filter((parameter) => !contractParameters(name).includes(parameter))
    expect(
      invented.filter((parameter) => !removed.includes(parameter)),
      name,
    ).toEqual([])
  }
})

test('an address leads to its operation and id', () => {
  expect(findOperation('POST', '/v1/payment_intents/pi_1/confirm')).toMatchObject({
    operation: { name: 'PaymentIntent.confirm' },
    id: 'pi_1',
  })
  expect(findOperation('GET', '/v1/payment_intents')?.operation.name).toBe('PaymentIntent.list')
  expect(findOperation('DELETE', '/v1/payment_intents/pi_1')).toBeUndefined()
})
