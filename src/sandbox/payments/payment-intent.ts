import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { newId, randomText } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import type { PaymentMethodType } from './payment-method-types.ts'

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

interface PaymentError {
  type: 'card_error' | 'invalid_request_error'
  code: string
  decline_code?: string
  doc_url: string
  message: string
  charge?: string
  payment_method: PaymentMethod
}

export type NextAction =
  | { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect'; stripe_js: string } }
  | { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } }

type Chosen = ReturnType<typeof chosenByCreator>

export interface PaymentIntent extends Chosen {
  id: string
  object: 'payment_intent'
  amount_capturable: number
  amount_details: { tip: Record<string, never> }
  amount_received: number
  application: null
  application_fee_amount: null
  canceled_at: number | null
  cancellation_reason: string | null
  capture_method: 'automatic' | 'automatic_async'
  client_secret: string
  created: number
  customer_account: null
  last_payment_error: PaymentError | null
  latest_charge: string | null
  livemode: false
  managed_payments: null
  next_action: NextAction | null
  on_behalf_of: null
  payment_method: string | null
  payment_method_options: { card: Record<string, string | null> }
  payment_record: null
  processing: { type: 'card' } | null
  review: null
  shipping: null
  source: null
  statement_descriptor: null
  status: PaymentIntentStatus
  transfer_data: null
  transfer_group: null
}

/** An attempt that waits for the cardholder or for the bank. */
export interface OpenAttempt {
  /** Unguessable: whoever holds it may answer in the cardholder's place. */
  token: string
  paymentMethod: string
  returnUrl: string | null
}

export interface PaymentIntentNotes {
  attempt: OpenAttempt | null
  /** With manual confirmation the cardholder has agreed, and the server has yet to confirm again. */
  isAuthenticated: boolean
  /** The invoice that made it and is paid by it. */
  invoice?: string
}

export const paymentIntents = objectKind<PaymentIntent, PaymentIntentNotes>({
  object: 'payment_intent',
  label: 'payment_intent',
  expandable: ['customer', 'payment_method', 'latest_charge'],
})

interface CreatorsChoice {
  amount: number
  currency: string
  customer: string | null
  description: string | null
  metadata: Record<string, string>
  receiptEmail: string | null
  setupFutureUsage: 'off_session' | 'on_session' | null
  confirmationMethod: 'automatic' | 'manual'
  captureMethod: 'automatic' | 'automatic_async'
  statementDescriptorSuffix: string | null
  types: {
    allowed: PaymentMethodType[] | null
    excluded: PaymentMethodType[] | null
    automatic: { allow_redirects: 'always' | 'never'; enabled: boolean } | null
    offered: PaymentMethodType[]
  }
}

export function newPaymentIntent(choice: CreatorsChoice, now: number): PaymentIntent {
  const id = newId('pi')
  return {
    ...chosenByCreator(choice),
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: choice.captureMethod,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: now,
    customer_account: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_record: null,
    processing: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

function chosenByCreator(choice: CreatorsChoice) {
  const { types } = choice
  return {
    allowed_payment_method_types: types.allowed,
    amount: choice.amount,
    automatic_payment_methods: types.automatic,
    confirmation_method: choice.confirmationMethod,
    currency: choice.currency,
    customer: choice.customer,
    description: choice.description,
    excluded_payment_method_types: types.excluded,
    metadata: choice.metadata,
    payment_method_configuration_details: types.automatic ? { id: 'pmc_sandbox', parent: null } : null,
    payment_method_types: types.offered,
    receipt_email: choice.receiptEmail,
    setup_future_usage: choice.setupFutureUsage,
    statement_descriptor_suffix: choice.statementDescriptorSuffix,
  }
}
