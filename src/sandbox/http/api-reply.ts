import type { ObjectStore } from '../storage/object-store.ts'
import { ApiError } from '../wire/api-error.ts'
import { expandObject } from '../wire/expand-object.ts'
import type { Answer, Call } from '../wire/operation.ts'
import { publishableView } from '../wire/publishable-view.ts'

/** An answer as it goes over the wire. */
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

export function errorReply({ status, details }: ApiError, requestId: string, caller?: Call['caller']): ApiReply {
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
