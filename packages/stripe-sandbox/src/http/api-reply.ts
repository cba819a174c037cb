import type { ServerResponse } from 'node:http'
import { API_VERSION } from '../events/event.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { ApiError } from '../wire/api-error.ts'
import { expandObject } from '../wire/expand-object.ts'
import type { ApiDocument } from '../wire/object-kind.ts'
import type { Answer, Call } from '../wire/operation.ts'
import type { ReceivedCall } from './receive-call.ts'

/** A response as it is sent. */
export interface ApiReply {
  status: number
  body: string
  headers: Record<string, string>
}

interface Reader {
  caller: Call['caller']
  expand: string[]
  objects: ObjectStore
  requestId: string
}

export function replyTo(answer: Answer, reader: Reader): ApiReply {
  if (answer instanceof ApiError) return errorReply(answer, reader.requestId, reader.caller)
  const expanded = expandObject(answer, reader.expand, reader.objects)
  return reply(200, reader.caller === 'publishable-key' ? publishableView(expanded) : expanded)
}

export function errorReply({ status, details }: ApiError, requestId: string, caller: ReceivedCall['caller']): ApiReply {
  const error = { ...details, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` }
  return reply(status, { error: caller === 'publishable-key' ? publishableView(error) : error })
}

export function brokenReply(message: string, shouldRetry: boolean): ApiReply {
  const headers = { 'stripe-should-retry': String(shouldRetry) }
  return { ...reply(500, { error: { type: 'api_error', message } }), headers }
}

function reply(status: number, body: object): ApiReply {
  return { status, body: JSON.stringify(body), headers: {} }
}

/**
 * Browsers call from the product's origin. Keys are sent in the request and never in cookies, so any origin is safe.
 */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-expose-headers': 'request-id, idempotent-replayed, original-request',
  'access-control-max-age': '600',
}

export function sendReply(response: ServerResponse, reply: ApiReply, call: ReceivedCall): void {
  response.writeHead(reply.status, {
    ...corsHeaders,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'request-id': call.requestId,
    'stripe-version': call.version ?? API_VERSION,
    ...(call.idempotencyKey ? { 'idempotency-key': call.idempotencyKey } : {}),
    ...reply.headers,
  })
  response.end(reply.body)
}

export function cutLine(response: ServerResponse): void {
  response.socket?.destroy()
}

/** Announces the length of the whole body, but cuts the connection halfway. */
export function sendHalf(response: ServerResponse, { status, body }: ApiReply): void {
  response.writeHead(status, {
    ...corsHeaders,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.write(body.slice(0, body.length / 2), () => response.socket?.destroy())
}

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

/** The fields that a browser may see: enough to finish the payment, but not the customer's data. */
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
function publishableView(document: ApiDocument | Fields): Fields {
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
