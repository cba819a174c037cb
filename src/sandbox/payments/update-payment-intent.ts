import { z } from 'zod'
import { customers } from '../customers/customer.ts'
import { resolvePaymentMethod } from '../payment-methods/obtain-payment-method.ts'
import { type Call, operation } from '../wire/operation.ts'
import { clearable, integer, mergeMetadata, metadata, text } from '../wire/parameter-types.ts'
import { requireChargeableAmount, requireCurrency } from './amounts.ts'
import { requireUsable } from './confirm-payment-intent.ts'
import { type PaymentIntent, paymentIntents } from './payment-intent.ts'
import { refusePaymentMethodTypes } from './payment-method-types.ts'
import { requireNotInvoiced, unexpectedState } from './require-payment-intent.ts'

const parameters = z.strictObject({
  amount: integer.optional(),
  currency: text.optional(),
  customer: text.optional(),
  description: clearable(text).optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  payment_method_types: z.unknown().optional(),
  receipt_email: clearable(text).optional(),
  setup_future_usage: clearable(z.enum(['off_session', 'on_session'])).optional(),
})

type Change = z.output<typeof parameters>

export const updatePaymentIntent = operation({
  name: 'PaymentIntent.update',
  method: 'POST',
  path: '/v1/payment_intents/{id}',
  parameters,
  run(call, change, id) {
    refusePaymentMethodTypes(change)
    const intent = call.objects.get(paymentIntents, id)
    requireOpenFor(intent, change)
    requireOwnAmount(call, intent, change)
    const { description = intent.description, receipt_email = intent.receipt_email } = change
    const described = {
      ...intent,
      description,
      receipt_email,
      metadata: mergeMetadata(intent.metadata, change.metadata),
    }
    return call.objects.save(changesPayment(change) ? withPaymentChange(call, described, change) : described)
  },
})

/** Once money has moved or the intent is cancelled, only what describes the payment can change. */
const paymentFields = ['amount', 'currency', 'customer', 'payment_method', 'setup_future_usage'] as const

const openStatuses = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const

function changesPayment(change: Change): boolean {
  return paymentFields.some((field) => change[field] !== undefined)
}

function requireOpenFor(intent: PaymentIntent, change: Change): void {
  const field = paymentFields.find((name) => change[name] !== undefined)
  if (!field || openStatuses.some((status) => status === intent.status)) return
  throw unexpectedState(
    intent,
    `This PaymentIntent's ${field} could not be updated because it has a status of ${intent.status}. You may only ` +
      `update the ${field} of a PaymentIntent with one of the following statuses: ${openStatuses.join(', ')}.`,
  )
}

/** What an invoice asks for can only be changed there. */
const invoicedFields = ['amount', 'currency', 'customer', 'setup_future_usage'] as const

function requireOwnAmount(call: Call, intent: PaymentIntent, change: Change): void {
  const field = invoicedFields.find((name) => change[name] !== undefined)
  if (field) requireNotInvoiced(call, intent, `You cannot modify \`${field}\` on a PaymentIntent of an invoice.`)
}

function withPaymentChange(call: Call, intent: PaymentIntent, change: Change): PaymentIntent {
  const { amount = intent.amount, setup_future_usage = intent.setup_future_usage } = change
  const currency = change.currency === undefined ? intent.currency : requireCurrency(change.currency)
  requireChargeableAmount(amount, currency)
  if (change.customer) call.objects.getReferenced(customers, change.customer, 'customer')
  const changed = { ...intent, amount, currency, setup_future_usage, customer: change.customer ?? intent.customer }
  return withPaymentMethod(call, changed, change.payment_method)
}

function withPaymentMethod(call: Call, intent: PaymentIntent, given: string | undefined): PaymentIntent {
  // Whoever is asked to agree at this moment would agree to something that no longer holds.
  call.objects.note(paymentIntents, intent.id, { attempt: null, isAuthenticated: false })
  const method = given === undefined ? undefined : resolvePaymentMethod(call, given, 'payment_method')
  if (method) requireUsable(call, intent, method)
  const payment_method = method?.id ?? intent.payment_method
  const status = payment_method ? 'requires_confirmation' : 'requires_payment_method'
  return { ...intent, payment_method, status, next_action: null }
}
