import { z } from 'zod'
import { atCustomerTime, customers } from '../customers/customer.ts'
import { type PaymentMethod, paymentMethods, resolvePaymentMethod } from '../payment-methods/payment-method.ts'
import { getCard } from '../payment-methods/test-cards.ts'
import { attemptPayment } from '../payments/attempt-payment.ts'
import { askCardholder } from '../payments/authenticate-intent.ts'
import { mustAskCardholder, requireUsable } from '../payments/confirm-payment-intent.ts'
import { requireOpen } from '../payments/intent.ts'
import { type PaymentIntent, paymentIntents } from '../payments/payment-intent.ts'
import { subscriptions } from '../subscriptions/subscription.ts'
import { ApiError, invalidRequest } from '../wire/api-error.ts'
import { type Answer, type Call, operation } from '../wire/operation.ts'
import { text } from '../wire/parameters.ts'
import { finalizeInvoice } from './create-invoice.ts'
import { type Invoice, invoices } from './invoice.ts'
import { findInvoiceIntent } from './invoice-payment.ts'
import { recordFailure } from './settle-invoice.ts'

const DAY_SECONDS = 24 * 60 * 60

/** An automatic attempt with the saved card. It schedules the next attempt in case this one fails. */
export function collectInvoice(call: Call, invoice: Invoice): void {
  const attempt_count = invoice.attempt_count + 1
  const next_payment_attempt = nextAttempt(call, invoice, attempt_count)
  const counted = call.objects.save<Invoice>({ ...invoice, attempted: true, attempt_count, next_payment_attempt })
  if (next_payment_attempt) planAttempt(call, counted, next_payment_attempt)

  const intent = findInvoiceIntent(invoice.id, call.objects)
  const method = findMethodFor(call, invoice)
  if (intent && method) attemptInvoice(call, counted, intent, method)
  else recordFailure(call, counted)
}

/** The provider does not retry a first payment: the customer must pay it. */
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
  const isWithBank = findInvoiceIntent(id, call.objects)?.status === 'processing'
  // The bank has not answered the last attempt yet. Another one could charge the customer twice.
  if (isWithBank) planAttempt(call, invoice, call.now + DAY_SECONDS)
  else collectInvoice(call, invoice)
}

/** The customer is absent, so a request for authentication counts as a failed attempt. */
function attemptInvoice(call: Call, invoice: Invoice, intent: PaymentIntent, method: PaymentMethod): Answer {
  const answer = chargeOffSession(call, intent, method)
  if (call.objects.get(paymentIntents, intent.id).status === 'requires_action') recordFailure(call, invoice)
  return answer
}

/**
 * Pays an invoice while the customer is absent. If the bank wants authentication, the intent waits, so that the
 * customer can complete it later in a browser.
 */
function chargeOffSession(call: Call, intent: PaymentIntent, method: PaymentMethod): Answer {
  const { card: name, setUp } = call.objects.readNotes(paymentMethods, method.id)
  const card = getCard(name)
  const fresh: PaymentIntent = { ...intent, last_payment_error: null, next_action: null }
  if (mustAskCardholder(card, { setUp, isOffSession: true })) return askCardholder(call, fresh, method, null)
  return attemptPayment(call, fresh, { method, decline: card.decline, isAuthenticated: false })
}

/** The subscription's card takes precedence over the customer's. */
export function findMethodFor(call: Call, { customer, parent }: Invoice): PaymentMethod | undefined {
  const { default_payment_method } = call.objects.get(subscriptions, parent.subscription_details.subscription)
  const id = default_payment_method ?? call.objects.get(customers, customer).invoice_settings.default_payment_method
  return id === null ? undefined : call.objects.find(paymentMethods, id)
}

/** An attempt requested by the shop. The schedule of automatic attempts does not change. */
export const payInvoice = operation('Invoice.pay', 'POST /v1/invoices/{id}/pay', {
  parameters: z.strictObject({ payment_method: text.optional() }),
  run(given, { payment_method }, id) {
    const original = given.objects.get(invoices, id)
    requirePayable(original)
    const call = atCustomerTime(given, original.customer)
    const invoice = original.status === 'draft' ? finalizeInvoice(call, original) : original
    const intent = requireIntent(call, invoice)
    const method = requireMethod(call, invoice, payment_method)
    requireUsable(call, intent, method)
    const answer = attemptInvoice(call, invoice, intent, method)
    return answer instanceof ApiError ? answer : answerFor(call, invoice, intent)
  },
})

function requirePayable({ status }: Invoice): void {
  if (status === 'paid') throw invalidRequest('Invoice is already paid')
  if (status === 'void') throw invalidRequest('This invoice can no longer be paid: it is void.')
}

function requireIntent(call: Call, { id }: Invoice): PaymentIntent {
  const intent = findInvoiceIntent(id, call.objects)
  if (!intent) throw new Error(`The open invoice ${id} has no payment intent`)
  requireOpen(intent, 'confirm')
  return intent
}

function requireMethod(call: Call, invoice: Invoice, given: string | undefined): PaymentMethod {
  const method = given ? resolvePaymentMethod(call, given, 'payment_method') : findMethodFor(call, invoice)
  if (method) return method
  throw invalidRequest('There is no `default_payment_method` set on this Customer or Invoice.')
}

function answerFor(call: Call, invoice: Invoice, { id }: PaymentIntent): Answer {
  const intent = call.objects.get(paymentIntents, id)
  if (intent.status !== 'requires_action') return call.objects.get(invoices, invoice.id)
  return new ApiError(402, {
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    message:
      'Payment for this invoice requires additional user action before it can be completed successfully. Payment can ' +
      'be completed using the PaymentIntent associated with the invoice.',
    payment_intent: intent,
  })
}
