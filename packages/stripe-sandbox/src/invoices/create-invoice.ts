import { z } from 'zod'
import { atCustomerTime, customers } from '../customers/customer.ts'
import { newPaymentIntent, type PaymentIntent, paymentIntents } from '../payments/payment-intent.ts'
import { choosePaymentMethodTypes } from '../payments/payment-method-types.ts'
import {
  type AppliedDiscount,
  getItem,
  hasEnded,
  type Period,
  periodAfter,
  type Subscription,
  subscriptions,
} from '../subscriptions/subscription.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { newId } from '../wire/identifiers.ts'
import { type Call, operation } from '../wire/operation.ts'
import { text } from '../wire/parameters.ts'
import { type Invoice, invoices, newInvoice } from './invoice.ts'
import { newInvoiceLine } from './invoice-line.ts'
import { invoicePayments, newInvoicePayment } from './invoice-payment.ts'

interface Occasion {
  reason: Invoice['billing_reason']
  /** The period that the invoice charges. */
  period: Period
  /** The period that has ended by the time of the invoice. */
  previousPeriod: Period
  finalizesAt: number | null
}

/** The discount that applies to a period: once to the first, or to those that begin before its end. */
function findDiscount(
  call: Call,
  { id }: Subscription,
  { reason, period }: Pick<Occasion, 'reason' | 'period'>,
): AppliedDiscount | null {
  const { discount } = call.objects.readNotes(subscriptions, id)
  if (!discount) return null
  const isFirst = reason === 'subscription_create'
  return isFirst || (!discount.isOnce && (discount.end === null || period.start < discount.end)) ? discount : null
}

/** Builds a draft without saving it. */
function draftInvoice(
  call: Call,
  subscription: Subscription,
  { reason, period, previousPeriod, finalizesAt }: Occasion,
  id = newId('in'),
): Invoice {
  const customer = call.objects.get(customers, subscription.customer)
  const discount = findDiscount(call, subscription, { reason, period })
  const line = newInvoiceLine(subscription, period, id, discount, call.objects)
  return newInvoice({ id, subscription, customer, line, reason, period: previousPeriod, finalizesAt, now: call.now })
}

export function addInvoice(call: Call, subscription: Subscription, occasion: Occasion): Invoice {
  const invoice = call.objects.add(invoices, draftInvoice(call, subscription, occasion))
  call.announce('invoice.created', invoice)
  return invoice
}

/** Makes the invoice payable. It gets a number and a payment intent, and its amount becomes final. */
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
  const { amount_remaining, currency, customer, payment_settings } = invoice
  const allowed = payment_settings.payment_method_types ?? ['card']
  const choice = {
    ...choosePaymentMethodTypes({ allowed_payment_method_types: allowed }, currency),
    amount: amount_remaining,
    currency,
    customer,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    setup_future_usage: 'off_session' as const,
  }
  const notes = { attempt: null, isAuthenticated: false, invoice: invoice.id }
  return call.objects.add(paymentIntents, newPaymentIntent(choice, call.now), notes)
}

function takeNumber(call: Call, customerId: string): string {
  const customer = call.objects.get(customers, customerId)
  const { invoice_prefix, next_invoice_sequence } = customer
  call.objects.save({ ...customer, next_invoice_sequence: next_invoice_sequence + 1 })
  return `${invoice_prefix}-${String(next_invoice_sequence).padStart(4, '0')}`
}

/** Previews the next invoice, provided that the subscription does not change. The preview is not saved. */
export const previewInvoice = operation('Invoice.createPreview', 'POST /v1/invoices/create_preview', {
  parameters: z.strictObject({ customer: text.optional(), subscription: text }),
  run(call, { customer, subscription: id }) {
    const subscription = call.objects.getReferenced(subscriptions, id, 'subscription')
    if (customer && customer !== subscription.customer) {
      throw invalidRequest(`Customer ${customer} does not have a subscription with ID ${id}`, { param: 'subscription' })
    }
    if (willRenew(subscription)) return upcomingInvoice(atCustomerTime(call, subscription.customer), subscription)
    throw invalidRequest(`No upcoming invoices for customer: ${subscription.customer}`, {
      code: 'invoice_upcoming_none',
    })
  },
})

export function willRenew(subscription: Subscription): boolean {
  return !hasEnded(subscription) && !subscription.cancel_at_period_end
}

export function upcomingInvoice(call: Call, subscription: Subscription): Invoice {
  const { current_period_start: start, current_period_end: end } = getItem(subscription)
  const occasion = {
    reason: 'subscription_cycle' as const,
    period: periodAfter(subscription),
    previousPeriod: { start, end },
    finalizesAt: end,
  }
  return { ...draftInvoice(call, subscription, occasion, newId('upcoming_in')), created: end }
}
