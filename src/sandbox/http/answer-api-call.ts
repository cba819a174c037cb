import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { findOperation } from '../api-surface.ts'
import type { Provider } from '../provider.ts'
import { ApiError } from '../wire/api-error.ts'
import { type FormRecord, parseForm } from '../wire/form-encoding.ts'
import { newId } from '../wire/identifiers.ts'
import { type ApiReply, brokenReply, errorReply } from './api-reply.ts'
import { type ApiKeys, authenticateCaller } from './authenticate-caller.ts'
import type { Exchange, Exchanges } from './exchanges.ts'
import { type ApiCall, executeCall } from './execute-call.ts'
import type { Fault, Faults } from './faults.ts'
import type { IdempotentCalls } from './idempotent-calls.ts'
import { header, readBody } from './read-request.ts'
import { cutLine, sendHalf, sendReply } from './send-reply.ts'

export interface ApiParts {
  keys: ApiKeys
  provider: Provider
  idempotentCalls: IdempotentCalls
  faults: Faults
  exchanges: Exchanges
  /** Ends the waiting of slow faults when the sandbox closes. */
  closing: AbortSignal
}

export async function answerApiCall(
  parts: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const received = await receive(request)
  const fault = parts.faults.strike(received.method, received.path)
  const exchange = newExchange(received, fault)
  if (fault?.mode === 'drop_before') return finish(parts, exchange, null, () => cutLine(response))

  const reply = await replyFor(parts, received, exchange, fault)
  if (fault?.mode === 'slow_after') await pause(fault.milliseconds, undefined, { signal: parts.closing })
  const shown = fault?.mode === '500_after' ? brokenReply('The sandbox lost this answer on purpose.', true) : reply
  if (fault?.mode === 'drop_after') return finish(parts, exchange, null, () => cutLine(response))
  if (fault?.mode === 'truncate') return finish(parts, exchange, null, () => sendHalf(response, reply))
  finish(parts, exchange, shown, () => sendReply(response, shown, received))
}

export interface ReceivedCall {
  method: string
  path: string
  body: string
  form: FormRecord | ApiError
  requestId: string
  idempotencyKey: string | null
  version: string | null
  authorization: string | null
}

async function receive(request: IncomingMessage): Promise<ReceivedCall> {
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const body = await readBody(request)
  const method = request.method ?? 'GET'
  return {
    method,
    path: url.pathname,
    body,
    form: readForm(method === 'POST' ? body : url.search.slice(1)),
    requestId: newId('req', 14),
    idempotencyKey: method === 'POST' ? header(request, 'idempotency-key') : null,
    version: header(request, 'stripe-version'),
    authorization: header(request, 'authorization'),
  }
}

function readForm(encoded: string): FormRecord | ApiError {
  try {
    return parseForm(encoded)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

async function replyFor(
  parts: ApiParts,
  received: ReceivedCall,
  exchange: Exchange,
  fault: Required<Fault> | undefined,
): Promise<ApiReply> {
  if (fault?.mode === '500_before') return brokenReply('The sandbox is broken on purpose.', true)
  try {
    const call = understand(parts, received, exchange)
    return await executeCall(parts, call, received, fault)
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error, received.requestId)
    throw error
  }
}

function understand(parts: ApiParts, received: ReceivedCall, exchange: Exchange): ApiCall {
  if (received.form instanceof ApiError) throw received.form
  const { key, ...form } = received.form
  exchange.parameters = withoutCardNumbers(form)
  const caller = authenticateCaller(parts.keys, received.authorization, key)
  exchange.caller = caller
  const found = findOperation(received.method, received.path)
  if (!found) throw unknownAddress(received)
  exchange.operation = found.operation.name
  if (caller === 'publishable-key' && !found.operation.openToBrowsers) throw secretKeyRequired()
  return { ...found, caller, form }
}

/** Nobody should send a card number; if one comes, it must not lie in a log. */
function withoutCardNumbers(form: FormRecord): FormRecord {
  const { card } = form
  if (typeof card !== 'object' || Array.isArray(card) || card.number === undefined) return form
  return { ...form, card: { number: 'removed' } }
}

function unknownAddress({ method, path }: ReceivedCall): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). The sandbox knows only a part of the API: see its README.`,
  })
}

function secretKeyRequired(): ApiError {
  return new ApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })
}

function newExchange(received: ReceivedCall, fault: Required<Fault> | undefined): Exchange {
  const { method, path, requestId, idempotencyKey } = received
  const unanswered = {
    operation: null,
    caller: 'nobody' as const,
    parameters: {},
    status: null,
    body: null,
    isReplay: false,
  }
  return { ...unanswered, method, path, requestId, idempotencyKey, fault: fault?.mode ?? null }
}

function finish(parts: ApiParts, exchange: Exchange, reply: ApiReply | null, send: () => void): void {
  parts.exchanges.record({
    ...exchange,
    status: reply?.status ?? null,
    body: reply ? JSON.parse(reply.body) : null,
    isReplay: reply?.headers['idempotent-replayed'] === 'true',
  })
  send()
}
