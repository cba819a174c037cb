import type { IntentError, NextAction, OpenAttempt } from '../payments/payment-intent.ts'
import type { ChosenTypes } from '../payments/payment-method-types.ts'
import { newId, randomText } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'

export type SetupIntent = ReturnType<typeof newSetupIntent>

type SetupIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled'

export const setupIntents = objectKind<SetupIntent, { attempt: OpenAttempt | null }>({
  object: 'setup_intent',
  label: 'setup_intent',
  expandable: ['customer', 'payment_method'],
})

interface Choice extends ChosenTypes {
  customer: string | null
  description: string | null
  metadata: Record<string, string>
  usage: 'off_session' | 'on_session'
}

export function newSetupIntent(choice: Choice, now: number) {
  const id = newId('seti')
  return {
    ...choice,
    id,
    object: 'setup_intent' as const,
    application: null,
    cancellation_reason: null as string | null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: now,
    customer_account: null,
    flow_directions: null,
    last_setup_error: null as IntentError | null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    next_action: null as NextAction | null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    single_use_mandate: null,
    status: 'requires_payment_method' as SetupIntentStatus,
  }
}
