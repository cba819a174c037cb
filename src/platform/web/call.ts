import type { Endpoint, InputOf, ReasonOf, ResponseOf } from '../shared/endpoint.ts'
import { isMissingProof } from '../shared/step-up.ts'
import { askForProof } from './proof-question.ts'
import {
  CallFailed,
  type OnProgress,
  parseResponse,
  type Reply,
  type RequestInput,
  request,
  UNKNOWN_ERROR,
} from './request.ts'
import { endSession, markSessionWorking, readToken, refreshToken } from './session.ts'
import { trackSave } from './unsaved.ts'

/** The response, or the reason for a refusal. Anything else throws `CallFailed`. */
export type CallResult<E> = Granted<ResponseOf<E>> | Denied<ReasonOf<E>>

export type Granted<Value> = { refused?: undefined; value: Value; message: string | undefined }

export type Denied<Reason extends string> = {
  refused: Reason | 'invalid-input'
  message: string
  /** Messages by invalid field. */
  errors?: Record<string, string>
  /** Data that the user needs with the refusal, such as the new quote. The caller parses it. */
  data?: unknown
}

type CallArguments<E> =
  Record<never, never> extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

/**
 * Calls an endpoint and refreshes an expired session once. If the server requires a proof of identity, the user is
 * asked for it and the call is repeated; if the user declines, the refusal is returned.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: CallArguments<E>
): Promise<CallResult<E>> {
  const finishSave = trackSave(endpoint.method)
  try {
    let reply = await requestWithSession(endpoint, { ...input }, options)
    if (!reply.success && isMissingProof(reply.code) && (await askForProof(reply.code))) {
      reply = await requestWithSession(endpoint, { ...input }, options)
    }
    const result = reply.success ? toGranted(endpoint, reply) : toDenied(endpoint, reply)
    finishSave(reply.success)
    return result
  } catch (error) {
    finishSave(false)
    throw error
  }
}

/** Opens a stream of events with the session, like any call. */
export async function openEvents(
  endpoint: Endpoint,
  parts: RequestInput,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const reply = await requestWithSession(endpoint, parts, { signal })
  if (!reply.success) throw createCallFailed(reply)
  return reply.data as ReadableStream<Uint8Array>
}

function toGranted<E extends Endpoint>(endpoint: E, reply: Reply & { success: true }): Granted<ResponseOf<E>> {
  const response = parseResponse(endpoint, reply.data ?? null)
  if (!response.success) throw new CallFailed(reply.status, 'unexpected-answer', UNKNOWN_ERROR)
  return { value: response.data as ResponseOf<E>, message: reply.message }
}

function toDenied<E extends Endpoint>(endpoint: E, reply: Reply & { success: false }): Denied<ReasonOf<E>> {
  if (!isReason(endpoint, reply.code)) throw createCallFailed(reply)
  return { refused: reply.code, message: reply.message || UNKNOWN_ERROR, errors: reply.errors, data: reply.data }
}

function isReason<E extends Endpoint>(endpoint: E, code: string): code is ReasonOf<E> | 'invalid-input' {
  return code === 'invalid-input' || Object.hasOwn(endpoint.refusals ?? {}, code)
}

type CallOptions = {
  signal?: AbortSignal
  /** Called during uploads, for endpoints with `upload`. */
  onProgress?: OnProgress
}

async function requestWithSession(endpoint: Endpoint, parts: RequestInput, options?: CallOptions): Promise<Reply> {
  const token = readToken()
  const firstReply = await request(endpoint, parts, { ...options, token })
  if (firstReply.status !== 401) return recordWorkingSession(endpoint, firstReply)

  const newToken = await refreshToken(token)
  const secondReply = newToken ? await request(endpoint, parts, { ...options, token: newToken }) : firstReply
  if (secondReply.status !== 401) return recordWorkingSession(endpoint, secondReply)

  endSession()
  throw createCallFailed(secondReply)
}

function recordWorkingSession(endpoint: Endpoint, reply: Reply): Reply {
  if (endpoint.access !== 'public') markSessionWorking()
  return reply
}

function createCallFailed(reply: Reply): CallFailed {
  const { code, message } = reply.success ? { code: 'unexpected-answer', message: '' } : reply
  return new CallFailed(reply.status, code, message || UNKNOWN_ERROR, reply.retryAfter)
}
