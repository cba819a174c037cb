import { collectInvoice } from '../invoices/collect-invoice.ts'
import { addInvoice, finalizeInvoice } from '../invoices/create-invoice.ts'
import { invoices } from '../invoices/invoice.ts'
import type { Call } from '../wire/operation.ts'
import { changeSubscription, planRenewal } from './change-subscription.ts'
import { endSubscription } from './end-subscription.ts'
import {
  hasEnded,
  inPeriod,
  itemOf,
  periodAfter,
  periodEndOf,
  type Subscription,
  subscriptions,
} from './subscription.ts'

/** So long an invoice of a renewal stays a draft that could still be changed. */
const DRAFT_SECONDS = 60 * 60

/** The period is over. The next one begins at once; its invoice is paid an hour later, or not. */
export function renewSubscription(call: Call, id: string): void {
  const subscription = call.objects.get(subscriptions, id)
  if (hasEnded(subscription) || periodEndOf(subscription) > call.now) return
  if (subscription.cancel_at_period_end) endSubscription(call, subscription, 'cancellation_requested')
  else beginPeriod(call, subscription)
}

function beginPeriod(call: Call, subscription: Subscription): void {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  const period = periodAfter(subscription)
  // What an unpaid subscription owes is written down, but nobody tries to collect it.
  const finalizesAt = subscription.status === 'unpaid' ? null : call.now + DRAFT_SECONDS
  const invoice = addInvoice(call, subscription, {
    reason: 'subscription_cycle',
    period,
    before: { start, end },
    finalizesAt,
  })
  const renewed = changeSubscription(call, subscription, {
    ...inPeriod(subscription, period),
    latest_invoice: invoice.id,
  })
  planRenewal(call, renewed)
  if (finalizesAt === null) return
  call.schedule.plan({ kind: 'finalize_invoice', object: invoice.id, dueAt: finalizesAt, clock: invoice.test_clock })
}

export function finalizeRenewal(call: Call, id: string): void {
  const invoice = call.objects.get(invoices, id)
  if (!invoice.auto_advance) return
  if (invoice.status === 'draft') collectInvoice(call, finalizeInvoice(call, invoice))
  else if (invoice.status === 'open') collectInvoice(call, invoice)
}
