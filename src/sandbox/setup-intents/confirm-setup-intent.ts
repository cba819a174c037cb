import { z } from 'zod'
import { requireNotUsedUp } from '../payment-methods/attach-payment-method.ts'
import { resolvePaymentMethod } from '../payment-methods/obtain-payment-method.ts'
import { type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { getCard } from '../payment-methods/test-cards.ts'
import { requireReturnUrl } from '../payments/confirm-payment-intent.ts'
import { getIntent, requireStatus, unexpectedState } from '../payments/require-payment-intent.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Answer, type Call, operation } from '../wire/operation.ts'
import { flag, text } from '../wire/parameter-types.ts'
import { askCardholderToKeep } from './authenticate-setup.ts'
import { setUpCard } from './set-up-card.ts'
import { type SetupIntent, setupIntents } from './setup-intent.ts'

/** Also accepted by create together with `confirm=true`. */
export const setupConfirmationParameters = {
  payment_method: text.optional(),
  // Customers are sent there by a page of the sandbox: an address that is a script must not come so far.
  return_url: z.url({ protocol: /^https?$/ }).optional(),
  use_stripe_sdk: flag.optional(),
}

export const confirmSetupIntent = operation({
  name: 'SetupIntent.confirm',
  method: 'POST',
  path: '/v1/setup_intents/{id}/confirm',
  openToBrowsers: true,
  parameters: z.strictObject(setupConfirmationParameters),
  run: (call, given, id) => confirmSetup(call, getIntent(call, setupIntents, id), given),
})

interface Confirmation {
  payment_method?: string | undefined
  return_url?: string | undefined
}

export function confirmSetup(call: Call, intent: SetupIntent, given: Confirmation): Answer {
  requireStatus(intent, 'confirm', ['requires_payment_method', 'requires_confirmation', 'requires_action'])
  const method = requirePaymentMethod(call, intent, given.payment_method)
  requireReturnUrl(call, intent, given.return_url)
  const fresh: SetupIntent = { ...intent, last_setup_error: null, next_action: null }
  const { authentication } = getCard(call.objects.notesOf(paymentMethods, method.id).card)
  if (!authentication) return setUpCard(call, fresh, { method, isAuthenticated: false })
  return askCardholderToKeep(call, fresh, method, given.return_url ?? null)
}

function requirePaymentMethod(call: Call, intent: SetupIntent, given: string | undefined): PaymentMethod {
  const id = given ?? intent.payment_method
  if (!id) {
    throw unexpectedState(
      intent,
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a " +
        'payment method and then confirm it again.',
    )
  }
  const method = resolvePaymentMethod(call, id, 'payment_method')
  requireKeepable(call, intent, method)
  return method
}

export function requireKeepable(call: Call, intent: SetupIntent, method: PaymentMethod): void {
  requireNotUsedUp(call, method)
  if (!intent.payment_method_types.includes(method.type)) {
    throw unexpectedState(intent, `The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent.`)
  }
  if (!method.customer || method.customer === intent.customer) return
  throw invalidRequest(
    'The provided PaymentMethod belongs to a Customer. Please include the Customer in the `customer` parameter on ' +
      'the SetupIntent.',
    { param: 'payment_method' },
  )
}
