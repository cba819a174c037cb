import { z } from 'zod'
import { customers } from '../customers/customer.ts'
import { obtainPaymentMethod, type PaymentMethod, resolvePaymentMethod } from '../payment-methods/payment-method.ts'
import { type Call, listing, operation } from '../wire/operation.ts'
import { changed, clearable, flag, integer, metadata, omitUndefined, text } from '../wire/parameters.ts'
import { requireChargeableAmount, requireCurrency } from './amounts.ts'
import { confirm, confirmationParameters, confirmPaymentIntent, requireUsable } from './confirm-payment-intent.ts'
import {
  cancelIntent,
  forgetAttempt,
  intentRetrieval,
  isOpen,
  openStatuses,
  refuseWithoutConfirm,
  requireNotInvoiced,
  unexpectedState,
} from './intent.ts'
import { newPaymentIntent, type PaymentIntent, paymentIntents } from './payment-intent.ts'
import {
  choosePaymentMethodTypes,
  paymentMethodTypeParameters,
  refusePaymentMethodTypes,
} from './payment-method-types.ts'

const createParameters = z.strictObject({
  ...paymentMethodTypeParameters,
  ...confirmationParameters,
  amount: integer,
  currency: text,
  capture_method: z.enum(['automatic', 'automatic_async']).default('automatic'),
  confirm: flag.optional(),
  confirmation_method: z.enum(['automatic', 'manual']).default('automatic'),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  receipt_email: text.optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
  statement_descriptor_suffix: text.optional(),
})

type Creation = z.output<typeof createParameters>

const createPaymentIntent = operation('PaymentIntent.create', 'POST /v1/payment_intents', {
  parameters: createParameters,
  run(call, creation) {
    const notes = { attempt: null, isAuthenticated: false }
    const intent = call.objects.add(paymentIntents, fromCreator(call, creation), notes)
    const method = obtainPaymentMethod(call, creation)
    const ready = method ? withPaymentMethod(call, intent, method) : intent
    call.announce('payment_intent.created', ready)
    if (creation.confirm)
      return confirm(call, ready, { ...creation, payment_method: undefined, payment_method_data: undefined })
    const misplaced = (['off_session', 'return_url', 'error_on_requires_action'] as const).find(
      (name) => creation[name],
    )
    if (misplaced) throw refuseWithoutConfirm('payment_intent', misplaced)
    return ready
  },
})

function fromCreator(call: Call, creation: Creation): PaymentIntent {
  const { amount, capture_method, confirmation_method, customer, description, receipt_email } = creation
  const { setup_future_usage, statement_descriptor_suffix } = creation
  const currency = requireCurrency(creation.currency)
  const types = choosePaymentMethodTypes(creation, currency)
  requireChargeableAmount(amount, currency)
  if (customer) call.objects.getReferenced(customers, customer, 'customer')
  const options = { customer, description, receipt_email, setup_future_usage, statement_descriptor_suffix }
  const chosen = { amount, currency, capture_method, confirmation_method, metadata: creation.metadata ?? {} }
  return newPaymentIntent({ ...types, ...chosen, ...omitUndefined(options) }, call.now)
}

function withPaymentMethod(call: Call, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  requireUsable(call, intent, method)
  return call.objects.save<PaymentIntent>({ ...intent, payment_method: method.id, status: 'requires_confirmation' })
}

const updateParameters = z.strictObject({
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

type Change = z.output<typeof updateParameters>

const updatePaymentIntent = operation('PaymentIntent.update', 'POST /v1/payment_intents/{id}', {
  parameters: updateParameters,
  run(call, change, id) {
    refusePaymentMethodTypes(change)
    const intent = call.objects.get(paymentIntents, id)
    requireOpenFor(intent, change)
    requireOwnAmount(call, intent, change)
    const { description, metadata, receipt_email } = change
    const described = changed<PaymentIntent>(intent, { description, metadata, receipt_email })
    return call.objects.save(changesPayment(change) ? withPaymentChange(call, described, change) : described)
  },
})

/**
 * These fields are final once money has moved or the intent is cancelled. The other fields only describe the payment.
 */
const paymentFields = ['amount', 'currency', 'customer', 'payment_method', 'setup_future_usage'] as const

function changesPayment(change: Change): boolean {
  return paymentFields.some((field) => change[field] !== undefined)
}

function requireOpenFor(intent: PaymentIntent, change: Change): void {
  const field = paymentFields.find((name) => change[name] !== undefined)
  if (!field || isOpen(intent)) return
  throw unexpectedState(
    intent,
    `This PaymentIntent's ${field} could not be updated because it has a status of ${intent.status}. You may only ` +
      `update the ${field} of a PaymentIntent with one of the following statuses: ${openStatuses.join(', ')}.`,
  )
}

/** These fields follow the invoice and cannot be changed here. */
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
  const changedIntent = {
    ...intent,
    amount,
    currency,
    setup_future_usage,
    customer: change.customer ?? intent.customer,
  }
  return withOtherMethod(call, changedIntent, change.payment_method)
}

function withOtherMethod(call: Call, intent: PaymentIntent, id: string | undefined): PaymentIntent {
  // Discard an authentication in progress, because the customer would approve outdated terms.
  forgetAttempt(call, intent)
  const method = id === undefined ? undefined : resolvePaymentMethod(call, id, 'payment_method')
  if (method) requireUsable(call, intent, method)
  const payment_method = method?.id ?? intent.payment_method
  const status = payment_method ? 'requires_confirmation' : 'requires_payment_method'
  return { ...intent, payment_method, status, next_action: null }
}

const cancelPaymentIntent = operation('PaymentIntent.cancel', 'POST /v1/payment_intents/{id}/cancel', {
  parameters: z.strictObject({
    cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  }),
  run(call, { cancellation_reason = null as string | null }, id) {
    const intent = call.objects.get(paymentIntents, id)
    requireNotInvoiced(call, intent, 'You cannot cancel a PaymentIntent of an invoice. Void the invoice instead.')
    return cancelIntent(call, intent, cancellation_reason)
  },
})

export const paymentIntentOperations = [
  createPaymentIntent,
  intentRetrieval('PaymentIntent', '/v1/payment_intents', paymentIntents),
  updatePaymentIntent,
  confirmPaymentIntent,
  cancelPaymentIntent,
  listing('PaymentIntent', '/v1/payment_intents', paymentIntents, { customer: text.optional() }),
]
