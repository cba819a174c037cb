import { z } from 'zod'
import { atCustomerTime, requireOwnPaymentMethod } from '../customers/customer.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Call, listing, operation, retrieval } from '../wire/operation.ts'
import { changed, clearable, flag, metadata, text } from '../wire/parameters.ts'
import { cancelSubscription, changeSubscription } from './change-subscription.ts'
import { createSubscription } from './create-subscription.ts'
import { getPeriodEnd, hasEnded, type Subscription, subscriptions } from './subscription.ts'

const parameters = z.strictObject({
  cancel_at_period_end: flag.optional(),
  default_payment_method: clearable(text).optional(),
  description: clearable(text).optional(),
  metadata: metadata.optional(),
})

type Change = z.output<typeof parameters>

const updateSubscription = operation('Subscription.update', 'POST /v1/subscriptions/{id}', {
  parameters,
  run(original, change, id) {
    const before = original.objects.get(subscriptions, id)
    const call = atCustomerTime(original, before.customer)
    requireChangeable(before, change)
    const { cancel_at_period_end, ...fields } = change
    const method = change.default_payment_method
    if (method) requireOwnPaymentMethod(call, before.customer, method, 'default_payment_method')
    const after = { ...changed<Subscription>(before, fields), ...cancellation(call, before, cancel_at_period_end) }
    return changeSubscription(call, before, after)
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

/** A cancellation at the end of the period can be undone until then, which clears all these fields. */
function cancellation(call: Call, before: Subscription, atPeriodEnd: boolean | undefined): Partial<Subscription> {
  if (atPeriodEnd === undefined || atPeriodEnd === before.cancel_at_period_end) return {}
  const reason = atPeriodEnd ? ('cancellation_requested' as const) : null
  return {
    cancel_at: atPeriodEnd ? getPeriodEnd(before) : null,
    cancel_at_period_end: atPeriodEnd,
    canceled_at: atPeriodEnd ? call.now : null,
    cancellation_details: { ...before.cancellation_details, reason },
  }
}

const liveStatuses = ['active', 'incomplete', 'past_due', 'unpaid']
const endedStatuses = ['canceled', 'incomplete_expired']
const allStatuses = [...liveStatuses, ...endedStatuses]

const filters = {
  customer: text.optional(),
  status: z.enum([...allStatuses, 'all', 'ended']).optional(),
  test_clock: text.optional(),
}

/** By default, lists omit ended subscriptions. */
function toStatuses(status: string | undefined): string[] {
  if (status === undefined) return liveStatuses
  if (status === 'all') return allStatuses
  return status === 'ended' ? endedStatuses : [status]
}

export const subscriptionOperations = [
  createSubscription,
  retrieval('Subscription', '/v1/subscriptions', subscriptions),
  updateSubscription,
  cancelSubscription,
  listing('Subscription', '/v1/subscriptions', subscriptions, filters, ({ status, ...where }) => ({
    where,
    among: { field: 'status', values: toStatuses(status) },
  })),
]
