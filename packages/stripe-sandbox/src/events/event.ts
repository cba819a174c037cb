import { z } from 'zod'
import { invalidRequest } from '../wire/api-error.ts'
import { newId } from '../wire/identifiers.ts'
import { type ApiObject, objectKind } from '../wire/object-kind.ts'
import { listing, retrieval } from '../wire/operation.ts'
import { flag, text } from '../wire/parameters.ts'
import type { EventType } from './event-types.ts'

export const API_VERSION = '2026-10-28.endive'

export interface Event {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: ApiObject; previous_attributes?: Record<string, unknown> }
  livemode: false
  /** 1 until the product has confirmed the event, then 0. */
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

/** The previous values of the changed fields, for `data.previous_attributes` of an update event. */
export function previousAttributes<Type extends object>(before: Type, after: Type): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(before).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(after[field as keyof Type]),
    ),
  )
}

const filters = {
  type: text.regex(/^[^*]*$/, 'The sandbox knows no wildcards: name every type in `types`.').optional(),
  types: z.array(text).max(20).optional(),
  delivery_success: flag.optional(),
}

export const eventOperations = [
  retrieval('Event', '/v1/events', events),
  listing('Event', '/v1/events', events, filters, ({ type, types, delivery_success }) => {
    if (type && types) {
      throw invalidRequest('You may only specify one of these parameters: type, types.', { param: 'types' })
    }
    const pending_webhooks = delivery_success === undefined ? undefined : Number(!delivery_success)
    return { where: { type, pending_webhooks }, ...(types ? { among: { field: 'type', values: types } } : {}) }
  }),
]
