import { customers } from '../customers/customer.ts'
import { newPaymentIntent, type PaymentIntent, paymentIntents } from '../payments/payment-intent.ts'
import { choosePaymentMethodTypes } from '../payments/payment-method-types.ts'
import type { Period } from '../subscriptions/billing-period.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import type { Call } from '../wire/operation.ts'
import { type Invoice, invoices, newInvoice, newInvoiceId } from './invoice.ts'
import { newInvoiceLine } from './invoice-line.ts'
import { invoicePayments, newInvoicePayment } from './invoice-payment.ts'

interface Occasion {
  reason: Invoice['billing_reason']
  /** What is paid for. */
  period: Period
  /** What is over by then. */
  before: Period
  finalizesAt: number | null
}

/** The draft of an invoice, kept nowhere yet. */
export function draftInvoice(
  call: Call,
  subscription: Subscription,
  { reason, period, before, finalizesAt }: Occasion,
  id = newInvoiceId(),
): Invoice {
  const customer = call.objects.get(customers, subscription.customer)
  const line = newInvoiceLine(subscription, period, id, call.objects)
  return newInvoice({ id, subscription, customer, line, reason, period: before, finalizesAt, now: call.now })
}

export function addInvoice(call: Call, subscription: Subscription, occasion: Occasion): Invoice {
  const invoice = call.objects.add(invoices, draftInvoice(call, subscription, occasion))
  call.announce('invoice.created', invoice)
  return invoice
}

/** From now on it is owed: it has a number and a payment intent, and its amount is final. */
export function finalizeInvoice(call: Call, invoice: Invoice): Invoice {
  const intent = addIntent(call, invoice)
  call.objects.add(invoicePayments, newInvoicePayment(invoice.id, intent))
  const finalized = call.objects.save<Invoice>({
    ...invoice,
    automatically_finalizes_at: null,
    effective_at: call.now,
    number: takeNumber(call, invoice.customer),
    status: 'open',
    status_transitions: { ...invoice.status_transitions, finalized_at: call.now },
  })
  call.announce('payment_intent.created', intent)
  call.announce('invoice.finalized', finalized)
  return finalized
}

function addIntent(call: Call, invoice: Invoice): PaymentIntent {
  const allowed = invoice.payment_settings.payment_method_types ?? ['card']
  const intent = newPaymentIntent(
    {
      amount: invoice.amount_remaining,
      currency: invoice.currency,
      customer: invoice.customer,
      description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
      metadata: {},
      receiptEmail: null,
      setupFutureUsage: 'off_session',
      confirmationMethod: 'automatic',
      captureMethod: 'automatic',
      statementDescriptorSuffix: null,
      types: choosePaymentMethodTypes({ allowed_payment_method_types: allowed }, invoice.currency),
    },
    call.now,
  )
  return call.objects.add(paymentIntents, intent, { attempt: null, isAuthenticated: false, invoice: invoice.id })
}

function takeNumber(call: Call, customerId: string): string {
  const customer = call.objects.get(customers, customerId)
  const { invoice_prefix, next_invoice_sequence } = customer
  call.objects.save({ ...customer, next_invoice_sequence: next_invoice_sequence + 1 })
  return `${invoice_prefix}-${String(next_invoice_sequence).padStart(4, '0')}`
}
