import { z } from 'zod'
import {
  obtainPaymentMethod,
  type PaymentMethod,
  type PaymentMethodChoice,
  paymentMethodData,
  paymentMethods,
  resolvePaymentMethod,
} from '../payment-methods/payment-method.ts'
import { requireNotUsedUp } from '../payment-methods/payment-method-operations.ts'
import { declines, getCard, type TestCard } from '../payment-methods/test-cards.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Answer, type Call, operation } from '../wire/operation.ts'
import { clearable, flag, text } from '../wire/parameters.ts'
import { attemptPayment } from './attempt-payment.ts'
import { askCardholder } from './authenticate-intent.ts'
import {
  getIntent,
  requireOpen,
  requireReturnUrl,
  requireSameCustomer,
  returnUrlParameter,
  unexpectedState,
} from './intent.ts'
import { type PaymentIntent, paymentIntents } from './payment-intent.ts'
import { refusePaymentMethodTypes } from './payment-method-types.ts'

/** Create accepts these parameters too, together with `confirm=true`. */
export const confirmationParameters = {
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
  off_session: flag.optional(),
  return_url: returnUrlParameter,
  use_stripe_sdk: flag.optional(),
  error_on_requires_action: flag.optional(),
}

const parameters = z.strictObject({
  ...confirmationParameters,
  receipt_email: clearable(text).optional(),
  setup_future_usage: clearable(z.enum(['off_session', 'on_session'])).optional(),
  payment_method_types: z.unknown().optional(),
})

export const confirmPaymentIntent = operation('PaymentIntent.confirm', 'POST /v1/payment_intents/{id}/confirm', {
  openToBrowsers: true,
  parameters,
  run(call, confirmation, id) {
    refusePaymentMethodTypes(confirmation)
    const intent = getIntent(call, paymentIntents, id)
    const { receipt_email = intent.receipt_email, setup_future_usage = intent.setup_future_usage } = confirmation
    return confirm(call, { ...intent, receipt_email, setup_future_usage }, confirmation)
  },
})

interface Confirmation extends PaymentMethodChoice {
  off_session?: boolean
  return_url?: string
  error_on_requires_action?: boolean
}

export function confirm(call: Call, intent: PaymentIntent, confirmation: Confirmation): Answer {
  requireOpen(intent, 'confirm')
  const method = requirePaymentMethod(call, intent, confirmation)
  requireReturnUrl(call, intent, confirmation.return_url)

  const { card: cardName, setUp } = call.objects.readNotes(paymentMethods, method.id)
  const { isAuthenticated } = call.objects.readNotes(paymentIntents, intent.id)
  const card = getCard(cardName)
  const fresh: PaymentIntent = { ...intent, last_payment_error: null, next_action: null }
  if (isAuthenticated && intent.payment_method === method.id) {
    return attemptPayment(call, fresh, { method, decline: card.decline, isAuthenticated })
  }
  if (method.type === 'paypal') return askPayer(call, fresh, method, confirmation)
  const isOffSession = confirmation.off_session === true
  if (!mustAskCardholder(card, { setUp, isOffSession })) {
    return attemptPayment(call, fresh, { method, decline: card.decline, isAuthenticated: false })
  }
  if (isOffSession || confirmation.error_on_requires_action) {
    return attemptPayment(call, fresh, { method, decline: declines.authentication_required, isAuthenticated: false })
  }
  return askCardholder(call, fresh, method, confirmation.return_url ?? null)
}

export function mustAskCardholder(
  { authentication }: TestCard,
  { setUp, isOffSession }: { setUp: boolean; isOffSession: boolean },
) {
  if (!authentication) return false
  if (!isOffSession || authentication === 'always') return true
  return authentication === 'unless-set-up' && !setUp
}

function requirePaymentMethod(call: Call, intent: PaymentIntent, confirmation: Confirmation): PaymentMethod {
  const chosen = obtainPaymentMethod(call, confirmation)
  if (!chosen && !intent.payment_method) {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
        'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
        'method or ConfirmationToken.',
    )
  }
  const method = chosen ?? resolvePaymentMethod(call, intent.payment_method ?? '', 'payment_method')
  requireUsable(call, intent, method)
  return method
}

export function requireUsable(call: Call, intent: PaymentIntent, method: PaymentMethod): void {
  requireNotUsedUp(call, method)
  if (!intent.payment_method_types.some((type) => type === method.type)) {
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a ` +
        `PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`,
      { code: 'payment_intent_incompatible_payment_method', payment_intent: intent },
    )
  }
  if (method.type === 'paypal' && intent.setup_future_usage === 'off_session') {
    throw invalidRequest('The sandbox cannot keep a PayPal account for payments without the payer.', {
      param: 'setup_future_usage',
      payment_intent: intent,
    })
  }
  requireSameCustomer(intent, method)
}

/** PayPal always redirects the payer and needs an address to return to. */
function askPayer(
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod,
  { off_session, error_on_requires_action, return_url }: Confirmation,
): Answer {
  if (off_session || error_on_requires_action) {
    throw invalidRequest('The sandbox pays with PayPal only while the payer is present.', { payment_intent: intent })
  }
  if (return_url) return askCardholder(call, intent, method, return_url)
  throw invalidRequest('A `return_url` must be specified because this payment method sends the customer away.', {
    code: 'parameter_missing',
    param: 'return_url',
    payment_intent: intent,
  })
}
