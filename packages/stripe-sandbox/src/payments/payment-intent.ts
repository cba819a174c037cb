import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { newId, randomText } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import type { ChosenTypes } from './payment-method-types.ts'

export type PaymentIntent = ReturnType<typeof newPaymentIntent>

type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export interface IntentError {
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

/** An attempt that is waiting for the cardholder. */
export interface OpenAttempt {
  /** Must be unguessable, because anyone who has it may respond as the cardholder. */
  token: string
  paymentMethod: string
  returnUrl: string | null
}

interface PaymentIntentNotes {
  attempt: OpenAttempt | null
  /** For manual confirmation: the cardholder has agreed, and the server must confirm again. */
  isAuthenticated: boolean
  /** The invoice that created this intent and that it pays. */
  invoice?: string
}

export const paymentIntents = objectKind<PaymentIntent, PaymentIntentNotes>({
  object: 'payment_intent',
  label: 'payment_intent',
  expandable: ['customer', 'payment_method', 'latest_charge'],
})

interface Choice extends ChosenTypes {
  amount: number
  capture_method?: 'automatic' | 'automatic_async'
  confirmation_method?: 'automatic' | 'manual'
  currency: string
  customer?: string
  description?: string
  metadata?: Record<string, string>
  receipt_email?: string
  setup_future_usage?: 'off_session' | 'on_session'
  statement_descriptor_suffix?: string
}

export function newPaymentIntent(choice: Choice, now: number) {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent' as const,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: now,
    customer: null as string | null,
    customer_account: null,
    description: null as string | null,
    last_payment_error: null as IntentError | null,
    latest_charge: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null as NextAction | null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_record: null,
    processing: null as { type: 'card' } | null,
    receipt_email: null as string | null,
    review: null,
    setup_future_usage: null as 'off_session' | 'on_session' | null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null as string | null,
    status: 'requires_payment_method' as PaymentIntentStatus,
    transfer_data: null,
    transfer_group: null,
    ...choice,
  }
}
