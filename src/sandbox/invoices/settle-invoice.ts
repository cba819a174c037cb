import { inCustomersTime } from '../clock/customer-time.ts'
import { paymentIntents } from '../payments/payment-intent.ts'
import type { Call } from '../wire/operation.ts'
import { type Invoice, invoices } from './invoice.ts'
import { findPaymentOf } from './invoice-payment.ts'

/**
 * What an invoice makes of the fate of its payment intent, whoever brought it about: a browser, the bank's page, the
 * slow bank or the next attempt. It happens in the same transaction.
 */

export function payInvoice(given: Call, intent: string): void {
  const invoice = findInvoiceOf(given, intent)
  if (!invoice) return
  const call = inCustomersTime(given, invoice.customer)
  const payment = findPaymentOf(invoice.id, call.objects)
  if (payment) {
    const status_transitions = { ...payment.status_transitions, paid_at: call.now }
    call.objects.save({ ...payment, amount_paid: payment.amount_requested, status: 'paid', status_transitions })
  }
  const paid = call.objects.save<Invoice>({
    ...attempted(invoice),
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: call.now },
  })
  call.announce('invoice.paid', paid)
  call.announce('invoice.payment_succeeded', paid)
}

export function failInvoice(given: Call, intent: string): void {
  const invoice = findInvoiceOf(given, intent)
  if (invoice) recordFailure(inCustomersTime(given, invoice.customer), invoice)
}

export function recordFailure(call: Call, invoice: Invoice): void {
  call.announce('invoice.payment_failed', call.objects.save(attempted(invoice)))
}

export function askForInvoice(given: Call, intent: string): void {
  const invoice = findInvoiceOf(given, intent)
  if (!invoice) return
  inCustomersTime(given, invoice.customer).announce('invoice.payment_action_required', invoice)
}

function findInvoiceOf(call: Call, intent: string): Invoice | undefined {
  const { invoice } = call.objects.notesOf(paymentIntents, intent)
  return invoice === undefined ? undefined : call.objects.get(invoices, invoice)
}

/** Any attempt counts as the first; only automatic ones count further. */
function attempted(invoice: Invoice): Invoice {
  return { ...invoice, attempted: true, attempt_count: Math.max(1, invoice.attempt_count) }
}
