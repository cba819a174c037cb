import { z } from 'zod'
import { requireNotUsedUp } from '../payment-methods/attach-payment-method.ts'
import { declines } from '../payment-methods/declines.ts'
import {
  obtainPaymentMethod,
  paymentMethodData,
  resolvePaymentMethod,
} from '../payment-methods/obtain-payment-method.ts'
import { type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { getCard, type TestCard } from '../payment-methods/test-cards.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Answer, type Call, operation } from '../wire/operation.ts'
import { clearable, flag, text } from '../wire/parameter-types.ts'
import { attemptPayment } from './attempt-payment.ts'
import { askCardholder } from './authenticate-payment.ts'
import { type PaymentIntent, paymentIntents } from './payment-intent.ts'
import { refusePaymentMethodTypes } from './payment-method-types.ts'
import { carrying, getPaymentIntent, type Intent, nameOfIntent, requireStatus } from './require-payment-intent.ts'

/** Also accepted by create together with `confirm=true`. */
export const confirmationParameters = {
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
  off_session: flag.optional(),
  // Customers are sent there by a page of the sandbox: an address that is a script must not come so far.
  return_url: z.url({ protocol: /^https?$/ }).optional(),
  use_stripe_sdk: flag.optional(),
  error_on_requires_action: flag.optional(),
}

const parameters = z.strictObject({
  ...confirmationParameters,
  receipt_email: clearable(text).optional(),
  setup_future_usage: clearable(z.enum(['off_session', 'on_session'])).optional(),
  payment_method_types: z.unknown().optional(),
})

export const confirmPaymentIntent = operation({
  name: 'PaymentIntent.confirm',
  method: 'POST',
  path: '/v1/payment_intents/{id}/confirm',
  openToBrowsers: true,
  parameters,
  run(call, given, id) {
    refusePaymentMethodTypes(given)
    const intent = getPaymentIntent(call, id)
    const { receipt_email = intent.receipt_email, setup_future_usage = intent.setup_future_usage } = given
    return confirm(call, { ...intent, receipt_email, setup_future_usage }, given)
  },
})

interface Confirmation {
  payment_method?: string | undefined
  payment_method_data?: z.output<typeof paymentMethodData> | undefined
  off_session?: boolean | undefined
  return_url?: string | undefined
  error_on_requires_action?: boolean | undefined
}

export function confirm(call: Call, intent: PaymentIntent, given: Confirmation): Answer {
  requireStatus(intent, 'confirm', ['requires_payment_method', 'requires_confirmation', 'requires_action'])
  const method = requirePaymentMethod(call, intent, given)
  requireReturnUrl(call, intent, given.return_url)

  const { card: cardName, setUp } = call.objects.notesOf(paymentMethods, method.id)
  const { isAuthenticated } = call.objects.notesOf(paymentIntents, intent.id)
  const card = getCard(cardName)
  const fresh: PaymentIntent = { ...intent, last_payment_error: null, next_action: null }
  if (isAuthenticated && intent.payment_method === method.id) {
    return attemptPayment(call, fresh, { method, decline: card.decline, isAuthenticated })
  }
  if (method.type === 'paypal') return askPayer(call, fresh, method, given)
  const isOffSession = given.off_session === true
  if (!mustAskCardholder(card, { setUp, isOffSession })) {
    return attemptPayment(call, fresh, { method, decline: card.decline, isAuthenticated: false })
  }
  if (isOffSession || given.error_on_requires_action) {
    return attemptPayment(call, fresh, { method, decline: declines.authentication_required, isAuthenticated: false })
  }
  return askCardholder(call, fresh, method, given.return_url ?? null)
}

export function mustAskCardholder(
  { authentication }: TestCard,
  { setUp, isOffSession }: { setUp: boolean; isOffSession: boolean },
) {
  if (!authentication) return false
  if (!isOffSession || authentication === 'always') return true
  return authentication === 'unless-set-up' && !setUp
}

function requirePaymentMethod(call: Call, intent: PaymentIntent, given: Confirmation): PaymentMethod {
  const chosen = obtainPaymentMethod(call, given)
  if (!chosen && !intent.payment_method) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
        'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
        'method or ConfirmationToken.',
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  }
  const method = chosen ?? resolvePaymentMethod(call, intent.payment_method ?? '', 'payment_method')
  requireUsable(call, intent, method)
  return method
}

export function requireUsable(call: Call, intent: PaymentIntent, method: PaymentMethod): void {
  requireNotUsedUp(call, method)
  if (!intent.payment_method_types.includes(method.type)) {
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
  if (!method.customer || method.customer === intent.customer) return
  throw invalidRequest(
    'The provided PaymentMethod belongs to a Customer. Please include the Customer in the `customer` parameter on ' +
      'the PaymentIntent.',
    { param: 'payment_method' },
  )
}

/** A server that confirms must say where a customer comes back to, when some offered method may lead away. */
export function requireReturnUrl(call: Call, intent: Intent, returnUrl: string | undefined): void {
  if (call.caller === 'publishable-key' || returnUrl) return
  const { automatic_payment_methods: automatic } = intent
  if (!automatic?.enabled || automatic.allow_redirects === 'never') return
  throw invalidRequest(
    `This ${nameOfIntent(intent)} is configured to accept payment methods enabled in your Dashboard. Because some of these ` +
      'payment methods might redirect your customer off of your page, you must provide a `return_url`. If you ' +
      "don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and " +
      '`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
    carrying(intent),
  )
}

/** PayPal always wants to see the payer, and sends them back to the shop. */
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
