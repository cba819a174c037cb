import { previousAttributes } from '../events/previous-attributes.ts'
import { type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { invalidRequest } from '../wire/api-error.ts'
import type { Call } from '../wire/operation.ts'
import { periodEndOf, type Subscription } from './subscription.ts'

const UPCOMING_SECONDS = 7 * 24 * 60 * 60

/** Keeps the subscription as it is now, and tells what changed. */
export function changeSubscription(call: Call, before: Subscription, change: Partial<Subscription>): Subscription {
  const after = call.objects.save({ ...before, ...change })
  const previous = previousAttributes(before, after)
  if (Object.keys(previous).length > 0) call.announce('customer.subscription.updated', after, previous)
  return after
}

export function planRenewal(call: Call, subscription: Subscription): void {
  const end = periodEndOf(subscription)
  const { id: object, test_clock: clock } = subscription
  // A first payment may have taken so long that its period is over: what follows cannot be dated before it.
  const notBefore = (time: number) => Math.max(time, call.now)
  call.schedule.plan({ kind: 'announce_renewal', object, dueAt: notBefore(end - UPCOMING_SECONDS), clock })
  call.schedule.plan({ kind: 'renew_subscription', object, dueAt: notBefore(end), clock })
}

export function requireMethodOf(call: Call, customer: string, id: string): PaymentMethod {
  const method = call.objects.getReferenced(paymentMethods, id, 'default_payment_method')
  if (method.customer === customer) return method
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  )
}
