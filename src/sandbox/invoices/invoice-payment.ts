import { type PaymentIntent, paymentIntents } from '../payments/payment-intent.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { newId } from '../wire/identifiers.ts'
import { type ListPage, listPage } from '../wire/list-page.ts'
import { objectKind } from '../wire/object-kind.ts'

/** Joins an invoice and the payment intent that pays it. Neither of the two names the other. */
export interface InvoicePayment {
  id: string
  object: 'invoice_payment'
  amount_paid: number | null
  amount_requested: number
  created: number
  currency: string
  invoice: string
  is_default: true
  livemode: false
  payment: { type: 'payment_intent'; payment_intent: string }
  status: 'canceled' | 'open' | 'paid'
  status_transitions: { canceled_at: number | null; paid_at: number | null }
}

export const invoicePayments = objectKind<InvoicePayment>({
  object: 'invoice_payment',
  label: 'invoice_payment',
  expandable: ['invoice', 'payment.payment_intent'],
})

export function newInvoicePayment(invoice: string, intent: PaymentIntent): InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: intent.amount,
    created: intent.created,
    currency: intent.currency,
    invoice,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
}

/** None before the invoice is finalized. */
export function findPaymentOf(invoice: string, objects: ObjectStore): InvoicePayment | undefined {
  return objects.list(invoicePayments, { limit: 1, where: { invoice } }).data[0]
}

export function findIntentOf(invoice: string, objects: ObjectStore): PaymentIntent | undefined {
  const payment = findPaymentOf(invoice, objects)
  return payment && objects.get(paymentIntents, payment.payment.payment_intent)
}

export function paymentsOf(invoice: string, objects: ObjectStore): ListPage<InvoicePayment> {
  const page = objects.list(invoicePayments, { limit: 10, where: { invoice } })
  return listPage(`/v1/invoice_payments?invoice=${invoice}`, page)
}

/** What a browser pays the invoice with. */
export function confirmationSecretOf(invoice: string, objects: ObjectStore) {
  const intent = findIntentOf(invoice, objects)
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
}
