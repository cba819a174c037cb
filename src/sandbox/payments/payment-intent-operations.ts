import { z } from 'zod'
import { customers } from '../customers/customer.ts'
import { obtainPaymentMethod } from '../payment-methods/obtain-payment-method.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { listPage } from '../wire/list-page.ts'
import { type Call, operation } from '../wire/operation.ts'
import { flag, integer, metadata, paging, text } from '../wire/parameter-types.ts'
import { requireChargeableAmount, requireCurrency } from './amounts.ts'
import { cancelPaymentIntent } from './cancel-payment-intent.ts'
import { confirm, confirmationParameters, confirmPaymentIntent, requireUsable } from './confirm-payment-intent.ts'
import { newPaymentIntent, type PaymentIntent, paymentIntents } from './payment-intent.ts'
import { choosePaymentMethodTypes, paymentMethodTypeParameters } from './payment-method-types.ts'
import { getPaymentIntent } from './require-payment-intent.ts'
import { updatePaymentIntent } from './update-payment-intent.ts'

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

const createPaymentIntent = operation({
  name: 'PaymentIntent.create',
  method: 'POST',
  path: '/v1/payment_intents',
  parameters: createParameters,
  run(call, given) {
    const intent = call.objects.add(paymentIntents, fromCreator(call, given), { attempt: null, isAuthenticated: false })
    const method = obtainPaymentMethod(call, given)
    const ready = method ? withPaymentMethod(call, intent, method) : intent
    call.announce('payment_intent.created', ready)
    if (given.confirm)
      return confirm(call, ready, { ...given, payment_method: undefined, payment_method_data: undefined })
    requireNoConfirmationParameters(given)
    return ready
  },
})

function fromCreator(call: Call, given: z.output<typeof createParameters>): PaymentIntent {
  const currency = requireCurrency(given.currency)
  const types = choosePaymentMethodTypes(given, currency)
  requireChargeableAmount(given.amount, currency)
  if (given.customer) call.objects.getReferenced(customers, given.customer, 'customer')
  const choice = {
    amount: given.amount,
    currency,
    customer: given.customer ?? null,
    description: given.description ?? null,
    metadata: given.metadata ?? {},
    receiptEmail: given.receipt_email ?? null,
    setupFutureUsage: given.setup_future_usage ?? null,
    confirmationMethod: given.confirmation_method,
    captureMethod: given.capture_method,
    statementDescriptorSuffix: given.statement_descriptor_suffix ?? null,
    types,
  }
  return newPaymentIntent(choice, call.now)
}

function withPaymentMethod(call: Call, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  requireUsable(call, intent, method)
  return call.objects.save<PaymentIntent>({ ...intent, payment_method: method.id, status: 'requires_confirmation' })
}

function requireNoConfirmationParameters(given: z.output<typeof createParameters>): void {
  const misplaced = (['off_session', 'return_url', 'error_on_requires_action'] as const).find((name) => given[name])
  if (!misplaced) return
  throw invalidRequest(
    `The parameter \`${misplaced}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
    {
      param: misplaced,
    },
  )
}

const retrievePaymentIntent = operation({
  name: 'PaymentIntent.retrieve',
  method: 'GET',
  path: '/v1/payment_intents/{id}',
  openToBrowsers: true,
  parameters: z.strictObject({ client_secret: text.optional() }),
  run: (call, _parameters, id) => getPaymentIntent(call, id),
})

const listPaymentIntents = operation({
  name: 'PaymentIntent.list',
  method: 'GET',
  path: '/v1/payment_intents',
  parameters: z.strictObject({ ...paging, customer: text.optional() }),
  run: (call, { customer, ...page }) =>
    listPage('/v1/payment_intents', call.objects.list(paymentIntents, { ...page, where: { customer } })),
})

export const paymentIntentOperations = [
  createPaymentIntent,
  retrievePaymentIntent,
  updatePaymentIntent,
  confirmPaymentIntent,
  cancelPaymentIntent,
  listPaymentIntents,
]
