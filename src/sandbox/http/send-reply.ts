import type { ServerResponse } from 'node:http'
import { API_VERSION } from '../events/event.ts'
import type { ApiReply } from './api-reply.ts'
import type { ReceivedCall } from './receive-call.ts'

/** Browsers call from the product's origin. The keys travel in the request, never in cookies, so any origin may ask. */
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

/** The headers promise the whole body, the line is cut in the middle of it. */
export function sendHalf(response: ServerResponse, { status, body }: ApiReply): void {
  response.writeHead(status, {
    ...corsHeaders,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.write(body.slice(0, body.length / 2), () => response.socket?.destroy())
}
