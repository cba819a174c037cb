import { z } from 'zod'
import { customers } from '../customers/customer.ts'
import { getTestCard, type PaymentMethod, resolvePaymentMethod } from '../payment-methods/payment-method.ts'
import { requireNotUsedUp } from '../payment-methods/payment-method-operations.ts'
import { askCardholder } from '../payments/authenticate-intent.ts'
import {
  cancelIntent,
  getIntent,
  intentRetrieval,
  refuseWithoutConfirm,
  requireOpen,
  requireReturnUrl,
  requireSameCustomer,
  returnUrlParameter,
  unexpectedState,
} from '../payments/intent.ts'
import { choosePaymentMethodTypes, paymentMethodTypeParameters } from '../payments/payment-method-types.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Answer, type Call, operation } from '../wire/operation.ts'
import { flag, metadata, text } from '../wire/parameters.ts'
import { setUpCard } from './set-up-card.ts'
import { newSetupIntent, type SetupIntent, setupIntents } from './setup-intent.ts'

/** Create accepts these parameters too, together with `confirm=true`. */
const confirmationParameters = {
  payment_method: text.optional(),
  return_url: returnUrlParameter,
  use_stripe_sdk: flag.optional(),
}

const createParameters = z.strictObject({
  ...paymentMethodTypeParameters,
  ...confirmationParameters,
  confirm: flag.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  usage: z.enum(['off_session', 'on_session']).default('off_session'),
})

/** A set-up has no currency, so the account's currency decides which methods are possible. */
const ACCOUNT_CURRENCY = 'gbp'

const createSetupIntent = operation('SetupIntent.create', 'POST /v1/setup_intents', {
  parameters: createParameters,
  run(call, sent) {
    const intent = call.objects.add(setupIntents, fromCreator(call, sent), { attempt: null })
    const ready = sent.payment_method ? withPaymentMethod(call, intent, sent.payment_method) : intent
    call.announce('setup_intent.created', ready)
    if (sent.confirm) return confirm(call, ready, { return_url: sent.return_url })
    if (sent.return_url) throw refuseWithoutConfirm('setup_intent', 'return_url')
    return ready
  },
})

function fromCreator(call: Call, sent: z.output<typeof createParameters>): SetupIntent {
  const { customer = null, description = null, metadata, usage } = sent
  const types = choosePaymentMethodTypes(sent, ACCOUNT_CURRENCY)
  const payment_method_types = types.payment_method_types.filter((type) => type === 'card')
  if (payment_method_types.length === 0) throw invalidRequest('The sandbox keeps only cards for later payments.')
  if (customer) call.objects.getReferenced(customers, customer, 'customer')
  const choice = { ...types, customer, description, metadata: metadata ?? {}, payment_method_types, usage }
  return newSetupIntent(choice, call.now)
}

function withPaymentMethod(call: Call, intent: SetupIntent, id: string): SetupIntent {
  const method = resolvePaymentMethod(call, id, 'payment_method')
  requireUsable(call, intent, method)
  return call.objects.save<SetupIntent>({ ...intent, payment_method: method.id, status: 'requires_confirmation' })
}

const confirmSetupIntent = operation('SetupIntent.confirm', 'POST /v1/setup_intents/{id}/confirm', {
  openToBrowsers: true,
  parameters: z.strictObject(confirmationParameters),
  run: (call, sent, id) => confirm(call, getIntent(call, setupIntents, id), sent),
})

interface Confirmation {
  payment_method?: string | undefined
  return_url?: string | undefined
}

function confirm(call: Call, intent: SetupIntent, sent: Confirmation): Answer {
  requireOpen(intent, 'confirm')
  const method = requirePaymentMethod(call, intent, sent.payment_method)
  requireReturnUrl(call, intent, sent.return_url)
  const fresh: SetupIntent = { ...intent, last_setup_error: null, next_action: null }
  if (!getTestCard(call, method.id).authentication) return setUpCard(call, fresh, { method, isAuthenticated: false })
  return askCardholder(call, fresh, method, sent.return_url ?? null)
}

function requirePaymentMethod(call: Call, intent: SetupIntent, sent: string | undefined): PaymentMethod {
  const id = sent ?? intent.payment_method
  if (!id) {
    throw unexpectedState(
      intent,
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a " +
        'payment method and then confirm it again.',
    )
  }
  const method = resolvePaymentMethod(call, id, 'payment_method')
  requireUsable(call, intent, method)
  return method
}

function requireUsable(call: Call, intent: SetupIntent, method: PaymentMethod): void {
  requireNotUsedUp(call, method)
  if (!intent.payment_method_types.some((type) => type === method.type)) {
    throw unexpectedState(intent, `The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent.`)
  }
  requireSameCustomer(intent, method)
}

const cancelSetupIntent = operation('SetupIntent.cancel', 'POST /v1/setup_intents/{id}/cancel', {
  parameters: z.strictObject({
    cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional(),
  }),
  run: (call, { cancellation_reason = null as string | null }, id) =>
    cancelIntent(call, call.objects.get(setupIntents, id), cancellation_reason),
})

export const setupIntentOperations = [
  createSetupIntent,
  intentRetrieval('SetupIntent', '/v1/setup_intents', setupIntents),
  confirmSetupIntent,
  cancelSetupIntent,
]
