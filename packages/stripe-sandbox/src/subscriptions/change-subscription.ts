import { atCustomerTime } from '../customers/customer.ts'
import { previousAttributes } from '../events/event.ts'
import { type Invoice, invoices } from '../invoices/invoice.ts'
import { findInvoiceIntent } from '../invoices/invoice-payment.ts'
import { voidOpenInvoice } from '../invoices/settle-invoice.ts'
import { noSuchObject } from '../wire/api-error.ts'
import { type Call, operation } from '../wire/operation.ts'
import { getPeriodEnd, hasEnded, type Subscription, subscriptions } from './subscription.ts'

const HOUR_SECONDS = 60 * 60

const UPCOMING_SECONDS = 7 * 24 * 60 * 60

/** Saves the change, and announces it if any field has changed. */
export function changeSubscription(call: Call, before: Subscription, change: Partial<Subscription>): Subscription {
  const after = call.objects.save({ ...before, ...change })
  const previous = previousAttributes(before, after)
  if (Object.keys(previous).length > 0) call.announce('customer.subscription.updated', after, previous)
  return after
}

export function planRenewal(call: Call, subscription: Subscription): void {
  const end = getPeriodEnd(subscription)
  const { id: object, test_clock: clock } = subscription
  // A first payment may arrive after the end of its period. Later steps must not have earlier dates than that payment.
  const notBefore = (time: number) => Math.max(time, call.now)
  call.schedule.plan({ kind: 'announce_renewal', object, dueAt: notBefore(end - UPCOMING_SECONDS), clock })
  call.schedule.plan({ kind: 'renew_subscription', object, dueAt: notBefore(end), clock })
}

/** Cancels the subscription immediately. Paid invoices stay paid, and open ones are left to the shop. */
export const cancelSubscription = operation('Subscription.cancel', 'DELETE /v1/subscriptions/{id}', {
  run(original, _parameters, id) {
    const subscription = original.objects.get(subscriptions, id)
    if (hasEnded(subscription)) throw noSuchObject('subscription', id)
    const call = atCustomerTime(original, subscription.customer)
    if (subscription.status === 'incomplete') voidFirstInvoice(call, subscription)
    else endSubscription(call, subscription, 'cancellation_requested')
    return call.objects.get(subscriptions, id)
  },
})

type Reason = Subscription['cancellation_details']['reason']

export function endSubscription(call: Call, before: Subscription, reason: Reason): void {
  stopCollecting(call, before)
  const ended = call.objects.save<Subscription>({
    ...before,
    canceled_at: before.canceled_at ?? call.now,
    cancellation_details: { ...before.cancellation_details, reason },
    ended_at: call.now,
    status: 'canceled',
  })
  call.announce('customer.subscription.deleted', ended)
}

/** Stops automatic attempts. Open invoices can still be paid. */
export function stopCollecting(call: Call, { id }: Subscription): void {
  const where = { 'parent.subscription_details.subscription': id }
  const among = { field: 'status', values: ['draft', 'open'] }
  for (const invoice of call.objects.all(invoices, { where, among })) {
    call.objects.save<Invoice>({ ...invoice, auto_advance: false, next_payment_attempt: null })
  }
}

/** Ends a subscription whose first payment was never made, and voids its invoice. */
export function expireSubscription(call: Call, id: string): void {
  const subscription = call.objects.get(subscriptions, id)
  if (subscription.status !== 'incomplete') return
  const isWithBank = findInvoiceIntent(subscription.latest_invoice ?? '', call.objects)?.status === 'processing'
  const { test_clock: clock } = subscription
  if (!isWithBank) voidFirstInvoice(call, subscription)
  else call.schedule.plan({ kind: 'expire_subscription', object: id, dueAt: call.now + HOUR_SECONDS, clock })
}

function voidFirstInvoice(call: Call, { latest_invoice }: Subscription): void {
  voidOpenInvoice(call, call.objects.get(invoices, latest_invoice ?? ''))
}
