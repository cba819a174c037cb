import type { ApiDocument } from './object-kind.ts'

type Fields = Record<string, unknown>

/** What a browser may see of each kind of object: enough to finish the payment, nothing about the customer. */
const visibleFields: Record<string, readonly string[]> = {
  payment_intent: [
    'id',
    'object',
    'amount',
    'amount_details',
    'automatic_payment_methods',
    'canceled_at',
    'cancellation_reason',
    'capture_method',
    'client_secret',
    'confirmation_method',
    'created',
    'currency',
    'description',
    'last_payment_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_configuration_details',
    'payment_method_types',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
    'status',
  ],
  setup_intent: [
    'id',
    'object',
    'automatic_payment_methods',
    'cancellation_reason',
    'client_secret',
    'created',
    'description',
    'last_setup_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_configuration_details',
    'payment_method_types',
    'status',
    'usage',
  ],
  payment_method: [
    'id',
    'object',
    'allow_redisplay',
    'billing_details',
    'card',
    'created',
    'customer',
    'livemode',
    'paypal',
    'type',
  ],
}

/** Would let a shop recognise a card across payments. */
const neverVisible = 'fingerprint'

/** Narrows an answer, with everything nested in it, for a caller that has only the publishable key. */
export function publishableView(document: ApiDocument | Fields): Fields {
  return narrowed(document) as Fields
}

function narrowed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(narrowed)
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  const visible = visibleFields[String(fields.object)]
  const kept = Object.entries(fields).filter(([name]) => name !== neverVisible && (!visible || visible.includes(name)))
  return Object.fromEntries(kept.map(([name, nested]) => [name, narrowed(nested)]))
}
