import type { ApiDocument } from './object-kind.ts'

type Fields = Record<string, unknown>

const intentFields = [
  'id',
  'object',
  'automatic_payment_methods',
  'cancellation_reason',
  'client_secret',
  'created',
  'description',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'status',
]

/** Fields that a browser may see: enough to finish the payment, without the customer's data. */
const visibleFields: Record<string, readonly string[]> = {
  payment_intent: [
    ...intentFields,
    'amount',
    'amount_details',
    'canceled_at',
    'capture_method',
    'confirmation_method',
    'currency',
    'last_payment_error',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
  ],
  setup_intent: [...intentFields, 'last_setup_error', 'usage'],
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

/** A fingerprint would let a shop recognise a card across payments. */
const neverVisible = 'fingerprint'

/** Removes hidden fields at every level, for a caller with only the publishable key. */
export function publishableView(document: ApiDocument | Fields): Fields {
  return filterFields(document) as Fields
}

function filterFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filterFields)
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  const visible = visibleFields[String(fields.object)]
  const visibleEntries = Object.entries(fields).filter(
    ([name]) => name !== neverVisible && (!visible || visible.includes(name)),
  )
  return Object.fromEntries(visibleEntries.map(([name, nested]) => [name, filterFields(nested)]))
}
