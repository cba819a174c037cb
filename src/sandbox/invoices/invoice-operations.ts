import { z } from 'zod'
import { listPage } from '../wire/list-page.ts'
import { operation } from '../wire/operation.ts'
import { paging, text } from '../wire/parameter-types.ts'
import { invoices } from './invoice.ts'
import { invoicePayments } from './invoice-payment.ts'
import { payInvoiceOperation } from './pay-invoice.ts'
import { previewInvoice } from './preview-invoice.ts'
import { voidInvoiceOperation } from './void-invoice.ts'

const retrieveInvoice = operation({
  name: 'Invoice.retrieve',
  method: 'GET',
  path: '/v1/invoices/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(invoices, id),
})

const listInvoices = operation({
  name: 'Invoice.list',
  method: 'GET',
  path: '/v1/invoices',
  parameters: z.strictObject({
    ...paging,
    customer: text.optional(),
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
    subscription: text.optional(),
  }),
  run(call, { customer, status, subscription, ...page }) {
    const where = { customer, status, 'parent.subscription_details.subscription': subscription }
    return listPage('/v1/invoices', call.objects.list(invoices, { ...page, where }))
  },
})

const listInvoicePayments = operation({
  name: 'InvoicePayment.list',
  method: 'GET',
  path: '/v1/invoice_payments',
  parameters: z.strictObject({
    ...paging,
    invoice: text.optional(),
    payment: z.strictObject({ type: z.enum(['payment_intent']), payment_intent: text.optional() }).optional(),
    status: z.enum(['canceled', 'open', 'paid']).optional(),
  }),
  run(call, { invoice, payment, status, ...page }) {
    const where = { invoice, status, 'payment.payment_intent': payment?.payment_intent }
    return listPage('/v1/invoice_payments', call.objects.list(invoicePayments, { ...page, where }))
  },
})

export const invoiceOperations = [
  // Before all addresses with an id: `create_preview` is none.
  previewInvoice,
  retrieveInvoice,
  listInvoices,
  payInvoiceOperation,
  voidInvoiceOperation,
  listInvoicePayments,
]
