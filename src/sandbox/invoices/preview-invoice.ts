import { z } from 'zod'
import { inCustomersTime } from '../clock/customer-time.ts'
import { hasEnded, itemOf, periodAfter, type Subscription, subscriptions } from '../subscriptions/subscription.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { newId } from '../wire/identifiers.ts'
import { type Call, operation } from '../wire/operation.ts'
import { text } from '../wire/parameter-types.ts'
import { draftInvoice } from './create-invoice.ts'
import type { Invoice } from './invoice.ts'

/** The next invoice of a subscription, as it would be if nothing changed until then. Nothing of it is kept. */
export const previewInvoice = operation({
  name: 'Invoice.createPreview',
  method: 'POST',
  path: '/v1/invoices/create_preview',
  parameters: z.strictObject({ customer: text.optional(), subscription: text }),
  run(call, { customer, subscription: id }) {
    const subscription = call.objects.getReferenced(subscriptions, id, 'subscription')
    if (customer && customer !== subscription.customer) {
      throw invalidRequest(`Customer ${customer} does not have a subscription with ID ${id}`, { param: 'subscription' })
    }
    if (willRenew(subscription)) return upcomingInvoice(inCustomersTime(call, subscription.customer), subscription)
    throw invalidRequest(`No upcoming invoices for customer: ${subscription.customer}`, {
      code: 'invoice_upcoming_none',
    })
  },
})

export function willRenew(subscription: Subscription): boolean {
  return !hasEnded(subscription) && !subscription.cancel_at_period_end
}

export function upcomingInvoice(call: Call, subscription: Subscription): Invoice {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  const occasion = {
    reason: 'subscription_cycle' as const,
    period: periodAfter(subscription),
    before: { start, end },
    finalizesAt: end,
  }
  return { ...draftInvoice(call, subscription, occasion, newId('upcoming_in')), created: end }
}
