import { z } from 'zod'
import type { Customer } from '../customers/customer.ts'
import type { Period, Subscription } from '../subscriptions/subscription.ts'
import { objectKind } from '../wire/object-kind.ts'
import { listing, retrieval } from '../wire/operation.ts'
import { text } from '../wire/parameters.ts'
import type { InvoiceLine } from './invoice-line.ts'
import { getConfirmationSecret, listInvoicePayments } from './invoice-payment.ts'

export type Invoice = ReturnType<typeof newInvoice>

export const invoices = objectKind<Invoice>({
  object: 'invoice',
  label: 'invoice',
  expandable: ['customer', 'default_payment_method', 'parent.subscription_details.subscription', 'test_clock'],
  includable: { confirmation_secret: getConfirmationSecret, payments: listInvoicePayments },
})

interface Facts {
  id: string
  subscription: Subscription
  customer: Customer
  line: InvoiceLine
  reason: 'subscription_create' | 'subscription_cycle'
  /** The period that has ended. For a first invoice, this is the start of the subscription. */
  period: Period
  finalizesAt: number | null
  now: number
}

export function newInvoice({ id, subscription, customer, line, reason, period, finalizesAt, now }: Facts) {
  return {
    ...unsetFields,
    ...toAmounts(line),
    id,
    object: 'invoice',
    attempt_count: 0,
    attempted: false,
    auto_advance: finalizesAt !== null,
    automatically_finalizes_at: finalizesAt,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    effective_at: null as number | null,
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: finalizesAt,
    number: null as string | null,
    parent: {
      quote_details: null,
      // This is a copy, so later changes to the subscription do not affect its invoices.
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: subscription.payment_settings.payment_method_types,
    },
    period_end: period.end,
    period_start: period.start,
    status: 'draft' as 'draft' | 'open' | 'paid' | 'void',
    status_transitions: {
      finalized_at: null as number | null,
      marked_uncollectible_at: null,
      paid_at: null as number | null,
      voided_at: null as number | null,
    },
    test_clock: subscription.test_clock,
  }
}

function toAmounts({ subtotal, taxes, discount_amounts }: InvoiceLine) {
  const discounted = subtotal - discount_amounts.reduce((sum, { amount }) => sum + amount, 0)
  const sumTaxes = (behavior: string) =>
    taxes.filter(({ tax_behavior }) => tax_behavior === behavior).reduce((sum, { amount }) => sum + amount, 0)
  const total = discounted + sumTaxes('exclusive')
  const untaxed = discounted - sumTaxes('inclusive')
  return {
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    subtotal,
    discounts: discount_amounts.map(({ discount }) => discount),
    subtotal_excluding_tax: subtotal - sumTaxes('inclusive'),
    total,
    total_discount_amounts: discount_amounts,
    total_excluding_tax: untaxed,
    total_taxes: taxes,
  }
}

/** Fields that the contract requires and the sandbox never sets. */
const unsetFields = {
  account_country: 'GB',
  account_name: 'FutureWorld Sandbox',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  due_date: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  on_behalf_of: null,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  total_pretax_credit_amounts: [],
  webhooks_delivered_at: null,
}

const filters = {
  customer: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: text.optional(),
}

export const invoiceOperations = [
  retrieval('Invoice', '/v1/invoices', invoices),
  listing('Invoice', '/v1/invoices', invoices, filters, ({ subscription, ...where }) => ({
    where: { ...where, 'parent.subscription_details.subscription': subscription },
  })),
]
