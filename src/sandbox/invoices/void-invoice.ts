import { z } from 'zod'
import { inCustomersTime } from '../clock/customer-time.ts'
import { cancelIntent } from '../payments/cancel-payment-intent.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Call, operation } from '../wire/operation.ts'
import { type Invoice, invoices } from './invoice.ts'
import { findIntentOf, findPaymentOf, type InvoicePayment } from './invoice-payment.ts'

export const voidInvoiceOperation = operation({
  name: 'Invoice.voidInvoice',
  method: 'POST',
  path: '/v1/invoices/{id}/void',
  parameters: z.strictObject({}),
  run(call, _parameters, id) {
    const invoice = call.objects.get(invoices, id)
    if (invoice.status !== 'open') {
      throw invalidRequest(`You can only void an open invoice. This invoice has a status of ${invoice.status}.`)
    }
    return voidInvoice(inCustomersTime(call, invoice.customer), invoice)
  },
})

/** Nothing is owed any more, and nothing can be paid. */
export function voidInvoice(call: Call, invoice: Invoice): Invoice {
  const intent = findIntentOf(invoice.id, call.objects)
  if (intent) cancelIntent(call, intent, 'void_invoice')
  const payment = findPaymentOf(invoice.id, call.objects)
  if (payment) {
    const status_transitions = { ...payment.status_transitions, canceled_at: call.now }
    call.objects.save<InvoicePayment>({ ...payment, status: 'canceled', status_transitions })
  }
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
