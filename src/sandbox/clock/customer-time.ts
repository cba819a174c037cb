import { customers } from '../customers/customer.ts'
import type { Call } from '../wire/operation.ts'
import { testClocks } from './test-clock.ts'

/** A customer with a test clock lives by it: the call at that customer's time. */
export function inCustomersTime(call: Call, customerId: string): Call {
  const { test_clock } = call.objects.get(customers, customerId)
  if (!test_clock) return call
  return call.at(call.objects.get(testClocks, test_clock).frozen_time)
}
