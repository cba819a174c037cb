import { atCustomerTime } from '../customers/customer.ts'
import { cancelIntent } from '../payments/intent.ts'
import { paymentIntents } from '../payments/payment-intent.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Call, operation } from '../wire/operation.ts'
import { type Invoice, invoices } from './invoice.ts'
import { findInvoiceIntent, findInvoicePayment, type InvoicePayment } from './invoice-payment.ts'

/**
 * These functions update an invoice after its payment intent, in the same transaction, whatever triggered the payment: a
 * browser, the bank's page, the slow bank or the next attempt.
 */

export function recordPayment(given: Call, intent: string): void {
  const invoice = findInvoice(given, intent)
  if (!invoice) return
  const call = atCustomerTime(given, invoice.customer)
  changePayment(call, invoice, (payment) => ({
    amount_paid: payment.amount_requested,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: call.now },
  }))
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

export function recordFailedPayment(given: Call, intent: string): void {
  const invoice = findInvoice(given, intent)
  if (invoice) recordFailure(atCustomerTime(given, invoice.customer), invoice)
}

export function recordFailure(call: Call, invoice: Invoice): void {
  call.announce('invoice.payment_failed', call.objects.save(attempted(invoice)))
}

export function announceRequiredAction(given: Call, intent: string): void {
  const invoice = findInvoice(given, intent)
  if (!invoice) return
  atCustomerTime(given, invoice.customer).announce('invoice.payment_action_required', invoice)
}

function findInvoice(call: Call, intent: string): Invoice | undefined {
  const { invoice } = call.objects.readNotes(paymentIntents, intent)
  return invoice === undefined ? undefined : call.objects.get(invoices, invoice)
}

/** Any attempt sets the count to at least one; only automatic attempts increase it further. */
function attempted(invoice: Invoice): Invoice {
  return { ...invoice, attempted: true, attempt_count: Math.max(1, invoice.attempt_count) }
}

export const voidInvoice = operation('Invoice.voidInvoice', 'POST /v1/invoices/{id}/void', {
  run(call, _parameters, id) {
    const invoice = call.objects.get(invoices, id)
    if (invoice.status !== 'open') {
      throw invalidRequest(`You can only void an open invoice. This invoice has a status of ${invoice.status}.`)
    }
    return voidOpenInvoice(atCustomerTime(call, invoice.customer), invoice)
  },
})

/** Ends the debt, and cancels the payment intent so that the invoice cannot be paid. */
export function voidOpenInvoice(call: Call, invoice: Invoice): Invoice {
  const intent = findInvoiceIntent(invoice.id, call.objects)
  if (intent) cancelIntent(call, intent, 'void_invoice')
  changePayment(call, invoice, ({ status_transitions }) => ({
    status: 'canceled',
    status_transitions: { ...status_transitions, canceled_at: call.now },
  }))
  const voided = call.objects.save<Invoice>({
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: call.now },
  })
  call.announce('invoice.voided', voided)
  return voided
}

function changePayment(
  call: Call,
  invoice: Invoice,
  change: (payment: InvoicePayment) => Partial<InvoicePayment>,
): void {
  const payment = findInvoicePayment(invoice.id, call.objects)
  if (payment) call.objects.save<InvoicePayment>({ ...payment, ...change(payment) })
}
