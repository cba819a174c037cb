import { z } from 'zod'
import { inCustomersTime } from '../clock/customer-time.ts'
import { type Invoice, invoices } from '../invoices/invoice.ts'
import { findIntentOf } from '../invoices/invoice-payment.ts'
import { voidInvoice } from '../invoices/void-invoice.ts'
import { noSuchObject } from '../wire/api-error.ts'
import { type Call, operation } from '../wire/operation.ts'
import { hasEnded, type Subscription, subscriptions } from './subscription.ts'

const HOUR_SECONDS = 60 * 60

/** At once: what is paid already stays paid, and an invoice that is open waits for the shop. */
export const cancelSubscription = operation({
  name: 'Subscription.cancel',
  method: 'DELETE',
  path: '/v1/subscriptions/{id}',
  parameters: z.strictObject({}),
  run(given, _parameters, id) {
    const subscription = given.objects.get(subscriptions, id)
    if (hasEnded(subscription)) throw noSuchObject('subscription', id)
    const call = inCustomersTime(given, subscription.customer)
    if (subscription.status === 'incomplete') giveUpFirstPayment(call, subscription)
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

/** The provider tries no more by itself; whoever wants to can still pay. */
export function stopCollecting(call: Call, { id }: Subscription): void {
  const where = { 'parent.subscription_details.subscription': id }
  const among = { field: 'status', values: ['draft', 'open'] }
  for (const invoice of call.objects.list(invoices, { limit: 100, where, among }).data) {
    call.objects.save<Invoice>({ ...invoice, auto_advance: false, next_payment_attempt: null })
  }
}

/** A first payment that was never made: the subscription ends with its voided invoice. */
export function expireSubscription(call: Call, id: string): void {
  const subscription = call.objects.get(subscriptions, id)
  if (subscription.status !== 'incomplete') return
  const isWithBank = findIntentOf(subscription.latest_invoice ?? '', call.objects)?.status === 'processing'
  const { test_clock: clock } = subscription
  if (!isWithBank) giveUpFirstPayment(call, subscription)
  else call.schedule.plan({ kind: 'expire_subscription', object: id, dueAt: call.now + HOUR_SECONDS, clock })
}

function giveUpFirstPayment(call: Call, { latest_invoice }: Subscription): void {
  voidInvoice(call, call.objects.get(invoices, latest_invoice ?? ''))
}
