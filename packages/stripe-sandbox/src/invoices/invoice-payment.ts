import { z } from 'zod'
import { type PaymentIntent, paymentIntents } from '../payments/payment-intent.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { type ListPage, listing, listPage } from '../wire/operation.ts'
import { text } from '../wire/parameters.ts'

/** Joins an invoice with the payment intent that pays it, because neither of them names the other. */
export type InvoicePayment = ReturnType<typeof newInvoicePayment>

export const invoicePayments = objectKind<InvoicePayment>({
  object: 'invoice_payment',
  label: 'invoice_payment',
  expandable: ['invoice', 'payment.payment_intent'],
})

const statuses = ['canceled', 'open', 'paid'] as const

export function newInvoicePayment(invoiceId: string, intent: PaymentIntent) {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null as number | null,
    amount_requested: intent.amount,
    created: intent.created,
    currency: intent.currency,
    invoice: invoiceId,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open' as (typeof statuses)[number],
    status_transitions: { canceled_at: null as number | null, paid_at: null as number | null },
  }
}

/** Undefined until the invoice is finalised. */
export function findInvoicePayment(invoiceId: string, objects: ObjectStore): InvoicePayment | undefined {
  return objects.first(invoicePayments, { invoice: invoiceId })
}

export function findInvoiceIntent(invoiceId: string, objects: ObjectStore): PaymentIntent | undefined {
  const invoicePayment = findInvoicePayment(invoiceId, objects)
  return invoicePayment && objects.get(paymentIntents, invoicePayment.payment.payment_intent)
}

export function listInvoicePayments(invoiceId: string, objects: ObjectStore): ListPage<InvoicePayment> {
  const page = objects.list(invoicePayments, { limit: 10, where: { invoice: invoiceId } })
  return listPage(`/v1/invoice_payments?invoice=${invoiceId}`, page)
}

/** The client secret with which a browser pays the invoice. */
export function getConfirmationSecret(invoiceId: string, objects: ObjectStore) {
  const intent = findInvoiceIntent(invoiceId, objects)
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
}

const filters = {
  invoice: text.optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text.optional() }).optional(),
  status: z.enum(statuses).optional(),
}

export const invoicePaymentOperations = [
  listing('InvoicePayment', '/v1/invoice_payments', invoicePayments, filters, ({ payment, ...where }) => ({
    where: { ...where, 'payment.payment_intent': payment?.payment_intent },
  })),
]
