import { newId } from '../wire/identifiers.ts'
import { type ApiObject, objectKind } from '../wire/object-kind.ts'

export const API_VERSION = '2026-10-28.endive'

const eventTypes = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.failed',
  'charge.refunded',
  'charge.succeeded',
  'customer.created',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.payment_succeeded',
  'invoice.upcoming',
  'invoice.voided',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'payment_method.attached',
  'payment_method.detached',
  'test_helpers.test_clock.ready',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'setup_intent.canceled',
  'setup_intent.created',
  'setup_intent.requires_action',
  'setup_intent.setup_failed',
  'setup_intent.succeeded',
] as const

export type EventType = (typeof eventTypes)[number]

export interface Event {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: ApiObject; previous_attributes?: Record<string, unknown> }
  livemode: false
  /** 1 until the product has confirmed it, then 0. */
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: EventType
}

export const events = objectKind<Event>({ object: 'event', label: 'event', expandable: [] })

interface EventFacts {
  type: EventType
  object: ApiObject
  previous?: Record<string, unknown> | undefined
  now: number
  request: Event['request']
  hasWebhook: boolean
}

export function newEvent({ type, object, previous, now, request, hasWebhook }: EventFacts): Event {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: now,
    data: previous ? { object, previous_attributes: previous } : { object },
    livemode: false,
    pending_webhooks: hasWebhook ? 1 : 0,
    request,
    type,
  }
}
