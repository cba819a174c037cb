import { collectInvoice } from '../invoices/collect-invoice.ts'
import { addInvoice, finalizeInvoice, upcomingInvoice, willRenew } from '../invoices/create-invoice.ts'
import { invoices } from '../invoices/invoice.ts'
import type { Call } from '../wire/operation.ts'
import { changeSubscription, endSubscription, planRenewal } from './change-subscription.ts'
import {
  getItem,
  getPeriodEnd,
  hasEnded,
  inPeriod,
  periodAfter,
  type Subscription,
  subscriptions,
} from './subscription.ts'

/** A renewal invoice stays an editable draft for this long. */
const DRAFT_SECONDS = 60 * 60

/** Announces the next invoice to the shop, seven days before the renewal. */
export function announceRenewal(call: Call, id: string): void {
  const subscription = call.objects.get(subscriptions, id)
  if (willRenew(subscription)) call.announce('invoice.upcoming', upcomingInvoice(call, subscription))
}

/** Ends the subscription or begins the next period. The new invoice is charged an hour later. */
export function renewSubscription(call: Call, id: string): void {
  const subscription = call.objects.get(subscriptions, id)
  if (hasEnded(subscription) || getPeriodEnd(subscription) > call.now) return
  if (subscription.cancel_at_period_end) endSubscription(call, subscription, 'cancellation_requested')
  else beginPeriod(call, subscription)
}

function beginPeriod(call: Call, subscription: Subscription): void {
  const { current_period_start: start, current_period_end: end } = getItem(subscription)
  const period = periodAfter(subscription)
  // An unpaid subscription still gets invoices, but the sandbox does not collect them.
  const finalizesAt = subscription.status === 'unpaid' ? null : call.now + DRAFT_SECONDS
  const invoice = addInvoice(call, subscription, {
    reason: 'subscription_cycle',
    period,
    previousPeriod: { start, end },
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
