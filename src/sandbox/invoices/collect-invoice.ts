import { customers } from '../customers/customer.ts'
import { type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { chargeOffSession } from '../payments/charge-off-session.ts'
import { type PaymentIntent, paymentIntents } from '../payments/payment-intent.ts'
import { subscriptions } from '../subscriptions/subscription.ts'
import type { Answer, Call } from '../wire/operation.ts'
import { type Invoice, invoices } from './invoice.ts'
import { findIntentOf } from './invoice-payment.ts'
import { recordFailure } from './settle-invoice.ts'

const DAY_SECONDS = 24 * 60 * 60

/** An attempt of the provider's own, with the card that is on file; it plans the next one in case this one fails. */
export function collectInvoice(call: Call, invoice: Invoice): void {
  const attempt_count = invoice.attempt_count + 1
  const next_payment_attempt = nextAttempt(call, invoice, attempt_count)
  const counted = call.objects.save<Invoice>({ ...invoice, attempted: true, attempt_count, next_payment_attempt })
  if (next_payment_attempt) planAttempt(call, counted, next_payment_attempt)

  const intent = findIntentOf(invoice.id, call.objects)
  const method = findMethodFor(call, invoice)
  if (intent && method) attemptInvoice(call, counted, intent, method)
  else recordFailure(call, counted)
}

/** A first payment is not tried again: it waits for the customer. */
function nextAttempt(call: Call, { billing_reason }: Invoice, attempts: number): number | null {
  const days = call.billing.retryDays[attempts - 1]
  return billing_reason === 'subscription_cycle' && days !== undefined ? call.now + days * DAY_SECONDS : null
}

function planAttempt(call: Call, { id, test_clock }: Invoice, dueAt: number): void {
  call.schedule.plan({ kind: 'collect_invoice', object: id, dueAt, clock: test_clock })
}

export function collectAgain(call: Call, id: string): void {
  const invoice = call.objects.get(invoices, id)
  if (invoice.status !== 'open' || !invoice.auto_advance) return
  const isWithBank = findIntentOf(id, call.objects)?.status === 'processing'
  // A second attempt beside one that the bank has not answered could take the money twice.
  if (isWithBank) planAttempt(call, invoice, call.now + DAY_SECONDS)
  else collectInvoice(call, invoice)
}

/** Nobody is present: a bank that asks for the cardholder has refused as far as the provider is concerned. */
export function attemptInvoice(call: Call, invoice: Invoice, intent: PaymentIntent, method: PaymentMethod): Answer {
  const answer = chargeOffSession(call, intent, method)
  if (call.objects.get(paymentIntents, intent.id).status === 'requires_action') recordFailure(call, invoice)
  return answer
}

/** The subscription's own card goes before that of the customer. */
export function findMethodFor(call: Call, { customer, parent }: Invoice): PaymentMethod | undefined {
  const { default_payment_method } = call.objects.get(subscriptions, parent.subscription_details.subscription)
  const id = default_payment_method ?? call.objects.get(customers, customer).invoice_settings.default_payment_method
  return id === null ? undefined : call.objects.find(paymentMethods, id)
}
