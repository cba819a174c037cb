import type { Endpoint, InputOf, ReasonOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { CallFailed, type Parts, type Reply, readAnswer, request, UNKNOWN_ERROR } from './request.ts'
import type { OnProgress } from './send-upload.ts'
import { endSession, noteThatSessionWorks, readToken, renewToken } from './session.ts'

/** Either what was asked for, or the named reason why the server said no. Everything else throws `CallFailed`. */
export type Answer<E> = Granted<ResponseOf<E>> | Denied<ReasonOf<E>>

export type Granted<Value> = { refused?: undefined; value: Value; message: string | undefined }

export type Denied<Reason extends string> = {
  refused: Reason | 'invalid-input'
  message: string
  /** The sentence for each field that was wrong. */
  errors?: Record<string, string>
  /** What the person needs beside the refusal, such as the new quote. To be parsed by whoever uses it. */
  data?: unknown
}

type CallArguments<E> =
  Record<never, never> extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

type CallOptions = {
  signal?: AbortSignal
  /** Of an endpoint with `upload`. */
  onProgress?: OnProgress
}

/** Calls the server as the contract describes it, renewing the session once where its token has run out. */
export async function call<E extends Endpoint>(endpoint: E, ...[input, options]: CallArguments<E>): Promise<Answer<E>> {
  const reply = await requestWithSession(endpoint, { ...input }, options)
  if (reply.success) return granted(endpoint, reply)
  return denied(endpoint, reply)
}

/** Opens a stream of events as the contract describes it, with the session as for every call. */
export async function openEvents(
  endpoint: Endpoint,
  parts: Parts,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const reply = await requestWithSession(endpoint, parts, { signal })
  if (!reply.success) throw failure(reply)
  return reply.data as ReadableStream<Uint8Array>
}

async function requestWithSession(endpoint: Endpoint, parts: Parts, options?: CallOptions): Promise<Reply> {
  const token = readToken()
  const first = await request(endpoint, parts, { ...options, token })
  if (first.status !== 401) return noted(endpoint, first)

  const renewed = await renewToken(token)
  const second = renewed ? await request(endpoint, parts, { ...options, token: renewed }) : first
  if (second.status !== 401) return noted(endpoint, second)

  endSession()
  throw failure(second)
}

function noted(endpoint: Endpoint, reply: Reply): Reply {
  if (endpoint.access !== 'public') noteThatSessionWorks()
  return reply
}

function granted<E extends Endpoint>(endpoint: E, reply: Reply & { success: true }): Granted<ResponseOf<E>> {
  const response = readAnswer(endpoint, reply.data ?? null)
  if (!response.success) throw new CallFailed(reply.status, 'unexpected-answer', UNKNOWN_ERROR)
  return { value: response.data as ResponseOf<E>, message: reply.message }
}

function denied<E extends Endpoint>(endpoint: E, reply: Reply & { success: false }): Denied<ReasonOf<E>> {
  if (!isReason(endpoint, reply.code)) throw failure(reply)
  return { refused: reply.code, message: reply.message || UNKNOWN_ERROR, errors: reply.errors, data: reply.data }
}

function isReason<E extends Endpoint>(endpoint: E, code: string): code is ReasonOf<E> | 'invalid-input' {
  return code === 'invalid-input' || Object.hasOwn(endpoint.refusals ?? {}, code)
}

function failure(reply: Reply): CallFailed {
  const { code, message } = reply.success ? { code: 'unexpected-answer', message: '' } : reply
  return new CallFailed(reply.status, code, message || UNKNOWN_ERROR, reply.retryAfter)
}
