import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import type { NextAction, OpenAttempt } from '../payments/payment-intent.ts'
import type { ChosenTypes } from '../payments/payment-method-types.ts'
import { newId, randomText } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'

type SetupIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled'

interface SetupError {
  type: 'card_error' | 'invalid_request_error'
  code: string
  decline_code?: string
  doc_url: string
  message: string
  payment_method: PaymentMethod
}

type Chosen = ReturnType<typeof chosenByCreator>

export interface SetupIntent extends Chosen {
  id: string
  object: 'setup_intent'
  application: null
  cancellation_reason: string | null
  client_secret: string
  created: number
  customer_account: null
  flow_directions: null
  last_setup_error: SetupError | null
  latest_attempt: null
  livemode: false
  mandate: null
  next_action: NextAction | null
  on_behalf_of: null
  payment_method: string | null
  payment_method_options: { card: Record<string, string | null> }
  single_use_mandate: null
  status: SetupIntentStatus
}

export interface SetupIntentNotes {
  attempt: OpenAttempt | null
}

export const setupIntents = objectKind<SetupIntent, SetupIntentNotes>({
  object: 'setup_intent',
  label: 'setup_intent',
  expandable: ['customer', 'payment_method'],
})

interface CreatorsChoice {
  customer: string | null
  description: string | null
  metadata: Record<string, string>
  types: ChosenTypes
  usage: 'off_session' | 'on_session'
}

export function newSetupIntent(choice: CreatorsChoice, now: number): SetupIntent {
  const id = newId('seti')
  return {
    ...chosenByCreator(choice),
    id,
    object: 'setup_intent',
    application: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: now,
    customer_account: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    single_use_mandate: null,
    status: 'requires_payment_method',
  }
}

function chosenByCreator({ types, ...choice }: CreatorsChoice) {
  return {
    ...choice,
    allowed_payment_method_types: types.allowed,
    automatic_payment_methods: types.automatic,
    excluded_payment_method_types: types.excluded,
    payment_method_configuration_details: types.automatic ? { id: 'pmc_sandbox', parent: null } : null,
    payment_method_types: types.offered,
  }
}
