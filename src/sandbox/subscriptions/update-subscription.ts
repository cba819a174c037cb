import { z } from 'zod'
import { inCustomersTime } from '../clock/customer-time.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Call, operation } from '../wire/operation.ts'
import { clearable, flag, mergeMetadata, metadata, text } from '../wire/parameter-types.ts'
import { changeSubscription, requireMethodOf } from './change-subscription.ts'
import { hasEnded, periodEndOf, type Subscription, subscriptions } from './subscription.ts'

const parameters = z.strictObject({
  cancel_at_period_end: flag.optional(),
  default_payment_method: clearable(text).optional(),
  description: clearable(text).optional(),
  metadata: metadata.optional(),
})

type Change = z.output<typeof parameters>

export const updateSubscription = operation({
  name: 'Subscription.update',
  method: 'POST',
  path: '/v1/subscriptions/{id}',
  parameters,
  run(given, change, id) {
    const before = given.objects.get(subscriptions, id)
    const call = inCustomersTime(given, before.customer)
    requireChangeable(before, change)
    const { default_payment_method = before.default_payment_method, description = before.description } = change
    if (change.default_payment_method) requireMethodOf(call, before.customer, change.default_payment_method)
    return changeSubscription(call, before, {
      ...cancellation(call, before, change.cancel_at_period_end),
      default_payment_method,
      description,
      metadata: mergeMetadata(before.metadata, change.metadata),
    })
  },
})

function requireChangeable(subscription: Subscription, { metadata: _, ...change }: Change): void {
  const changesMore = Object.values(change).some((value) => value !== undefined)
  if (changesMore && hasEnded(subscription)) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    })
  }
  if (change.cancel_at_period_end && subscription.status === 'incomplete') {
    throw invalidRequest('A subscription whose first invoice is not paid yet cannot be canceled at its period end.', {
      param: 'cancel_at_period_end',
    })
  }
}

/** Until the period is over this can be taken back, and then nothing of it is left. */
function cancellation(call: Call, before: Subscription, wanted: boolean | undefined): Partial<Subscription> {
  if (wanted === undefined || wanted === before.cancel_at_period_end) return {}
  const reason = wanted ? ('cancellation_requested' as const) : null
  return {
    cancel_at: wanted ? periodEndOf(before) : null,
    cancel_at_period_end: wanted,
    canceled_at: wanted ? call.now : null,
    cancellation_details: { ...before.cancellation_details, reason },
  }
}
