import { z } from 'zod'
import { inCustomersTime } from '../clock/customer-time.ts'
import { resolvePaymentMethod } from '../payment-methods/obtain-payment-method.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { requireUsable } from '../payments/confirm-payment-intent.ts'
import { type PaymentIntent, paymentIntents } from '../payments/payment-intent.ts'
import { requireStatus } from '../payments/require-payment-intent.ts'
import { ApiError, invalidRequest } from '../wire/api-error.ts'
import { type Answer, type Call, operation } from '../wire/operation.ts'
import { text } from '../wire/parameter-types.ts'
import { attemptInvoice, findMethodFor } from './collect-invoice.ts'
import { finalizeInvoice } from './create-invoice.ts'
import { type Invoice, invoices } from './invoice.ts'
import { findIntentOf } from './invoice-payment.ts'

/** An attempt at the shop's wish; the schedule of the provider's own attempts stays as it is. */
export const payInvoiceOperation = operation({
  name: 'Invoice.pay',
  method: 'POST',
  path: '/v1/invoices/{id}/pay',
  parameters: z.strictObject({ payment_method: text.optional() }),
  run(given, { payment_method }, id) {
    const found = given.objects.get(invoices, id)
    requirePayable(found)
    const call = inCustomersTime(given, found.customer)
    const invoice = found.status === 'draft' ? finalizeInvoice(call, found) : found
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
  const intent = findIntentOf(id, call.objects)
  if (!intent) throw new Error(`The open invoice ${id} has no payment intent`)
  requireStatus(intent, 'confirm', ['requires_payment_method', 'requires_confirmation', 'requires_action'])
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
