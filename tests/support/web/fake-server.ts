import { vi } from 'vitest'
import type { Endpoint, ReasonOf, Refusal, ResponseOf } from '#platform/shared/endpoint.ts'

type Envelope = {
  status?: number
  data?: unknown
  message?: string
  code?: string
  errors?: Record<string, string>
  retryAfter?: number
  /** Sent instead of the envelope. */
  text?: string
  /** The name of a downloaded file, whose content is `text`. */
  file?: string
  /** A stream, sent instead of the envelope. It ends when the signal aborts. */
  stream?: (signal: AbortSignal | null | undefined) => ReadableStream<Uint8Array>
}

export type FakeAnswer = Envelope | 'unreachable' | Promise<Envelope>

export type SentRequest = {
  method: string
  address: string
  body: unknown
  authorization: string | null
  contentType: string | null
}

type Decide = (request: SentRequest) => FakeAnswer

/** Replaces `fetch`. Returns the responses in this order, or those that `Decide` chooses. */
export function fakeServer(...answers: FakeAnswer[] | [Decide]) {
  const requests: SentRequest[] = []
  const [decide] = answers
  const remainingAnswers = [...answers]

  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    const request = readRequest(address, init)
    requests.push(request)
    const next = typeof decide === 'function' ? decide(request) : (remainingAnswers.shift() as FakeAnswer | undefined)
    if (next === undefined) throw new Error(`Nothing to answer to ${request.method} ${address}`)
    const answer = await Promise.race([next, abortion(init.signal)])
    init.signal?.throwIfAborted()
    if (answer === 'unreachable') throw new TypeError('Failed to fetch')
    return toResponse(answer, init.signal)
  })
  return { requests }
}

function abortion(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

function readRequest(address: string, init: RequestInit): SentRequest {
  const headers = new Headers(init.headers)
  return {
    method: init.method ?? 'GET',
    address,
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    authorization: headers.get('authorization'),
    contentType: headers.get('content-type'),
  }
}

function toResponse(
  { status = 200, text, file, stream, retryAfter, ...envelope }: Envelope,
  signal: RequestInit['signal'],
): Response {
  const body = stream?.(signal) ?? text ?? JSON.stringify({ success: status < 300, ...envelope })
  const headers = {
    ...(retryAfter && { 'retry-after': String(retryAfter) }),
    ...(file && { 'content-disposition': `attachment; filename="${file}"` }),
  }
  return new Response(status === 204 ? null : body, { status, headers })
}

/** A successful response from the endpoint, which the compiler checks against the contract. */
export function granted<E extends Endpoint>(endpoint: E, data: ResponseOf<E>): Envelope {
  return { message: endpoint.message, data }
}

/** A refusal by the endpoint, with the contract's message. */
export function refused<E extends Endpoint>(endpoint: E, reason: ReasonOf<E>, data?: unknown): Envelope {
  const refusal: Refusal | undefined = endpoint.refusals?.[reason]
  if (refusal === undefined) throw new Error(`${endpoint.path} does not list ${reason}`)
  const { status, message } = typeof refusal === 'string' ? { status: 409, message: refusal } : refusal
  return { status, message, code: reason, data }
}

export const sessionExpired = { status: 401, code: 'session-expired', message: 'Your session has ended.' }
