import { type Invoice, invoices } from '../invoices/invoice.ts'
import { findInvoiceIntent } from '../invoices/invoice-payment.ts'
import type { Call } from '../wire/operation.ts'
import { changeSubscription, endSubscription, planRenewal, stopCollecting } from './change-subscription.ts'
import { hasEnded, type Subscription, subscriptions } from './subscription.ts'

/** These functions update a subscription when its invoices have changed, in the same transaction. */

export function followPaidInvoice(call: Call, id: string): void {
  const { invoice, subscription: before } = readBoth(call, id)
  // A late payment for an old invoice does not revive a subscription that has ended.
  if (hasEnded(before)) return
  const status = before.latest_invoice === id ? 'active' : before.status
  const default_payment_method = methodToKeep(call, before, invoice)
  const after = changeSubscription(call, before, { status, default_payment_method })
  if (before.status === 'incomplete') planRenewal(call, after)
}

function methodToKeep(call: Call, { payment_settings, default_payment_method }: Subscription, invoice: Invoice) {
  if (payment_settings.save_default_payment_method === 'off') return default_payment_method
  return findInvoiceIntent(invoice.id, call.objects)?.payment_method ?? default_payment_method
}

export function followFailedInvoice(call: Call, id: string): void {
  const { invoice, subscription } = readBoth(call, id)
  if (invoice.billing_reason !== 'subscription_cycle') return
  const isOverdue = subscription.status === 'active' && subscription.latest_invoice === id
  const current = isOverdue ? changeSubscription(call, subscription, { status: 'past_due' }) : subscription
  if (current.status === 'past_due' && wasLastAttempt(call, invoice)) applyLastAttemptRule(call, current)
}

function wasLastAttempt(call: Call, { attempt_count, next_payment_attempt }: Invoice): boolean {
  return next_payment_attempt === null && attempt_count > call.billing.retryDays.length
}

function applyLastAttemptRule(call: Call, subscription: Subscription): void {
  if (call.billing.afterLastAttempt === 'cancel') {
    endSubscription(call, subscription, 'payment_failed')
    return
  }
  stopCollecting(call, subscription)
  changeSubscription(call, subscription, { status: 'unpaid' })
}

export function followVoidedInvoice(call: Call, id: string): void {
  const { subscription } = readBoth(call, id)
  if (subscription.latest_invoice !== id || hasEnded(subscription)) return
  if (subscription.status === 'incomplete') {
    changeSubscription(call, subscription, {
      canceled_at: call.now,
      ended_at: call.now,
      status: 'incomplete_expired',
    })
  } else changeSubscription(call, subscription, { status: 'active' })
}

function readBoth(call: Call, id: string) {
  const invoice = call.objects.get(invoices, id)
  const { subscription } = invoice.parent.subscription_details
  return { invoice, subscription: call.objects.get(subscriptions, subscription) }
}

/** Removes a detached card from subscriptions, because it cannot pay the next period. */
export function forgetDetachedMethod(call: Call, id: string): void {
  for (const subscription of call.objects.all(subscriptions, { where: { default_payment_method: id } })) {
    if (!hasEnded(subscription)) changeSubscription(call, subscription, { default_payment_method: null })
  }
}
