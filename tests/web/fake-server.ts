import { vi } from 'vitest'
import type { Endpoint, ReasonOf, Refusal, ResponseOf } from '#platform/shared/endpoint.ts'

type Envelope = {
  status?: number
  data?: unknown
  message?: string
  code?: string
  errors?: Record<string, string>
  retryAfter?: number
  /** In place of an envelope. */
  text?: string
  /** The name of a file to keep, whose content is `text`. */
  file?: string
  /** In place of an envelope: what arrives until the signal aborts. */
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

/** Stands in for the server's end of the wire: answers one after the other, or by what is asked. */
export function fakeServer(...answers: FakeAnswer[] | [Decide]) {
  const requests: SentRequest[] = []
  const [decide] = answers
  const waiting = [...answers]

  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    const request = readRequest(address, init)
    requests.push(request)
    const next = typeof decide === 'function' ? decide(request) : (waiting.shift() as FakeAnswer | undefined)
    if (next === undefined) throw new Error(`Nothing to answer to ${request.method} ${address}`)
    const answer = await Promise.race([next, abortion(init.signal)])
    init.signal?.throwIfAborted()
    if (answer === 'unreachable') throw new TypeError('Failed to fetch')
    return responseOf(answer, init.signal)
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

function responseOf(
  { status = 200, text, file, stream, retryAfter, ...envelope }: Envelope,
  signal: RequestInit['signal'],
): Response {
  const body = stream?.(signal) ?? text ?? JSON.stringify({ success: status < 300, ...envelope })
  const headers = {
    ...(retryAfter && { 'retry-after': String(retryAfter) }),
    ...(file && { 'content-disposition': `attachment; filename="${file}"` }),
  }
  return new Response(body, { status, headers })
}

/** What the endpoint answers when all is well: the compiler keeps it to the contract. */
export function granted<E extends Endpoint>(endpoint: E, data: ResponseOf<E>): Envelope {
  return { message: endpoint.message, data }
}

/** How the endpoint says no, with the contract's own sentence. */
export function refused<E extends Endpoint>(endpoint: E, reason: ReasonOf<E>, data?: unknown): Envelope {
  const refusal: Refusal | undefined = endpoint.refusals?.[reason]
  if (refusal === undefined) throw new Error(`${endpoint.path} does not list ${reason}`)
  const { status, message } = typeof refusal === 'string' ? { status: 409, message: refusal } : refusal
  return { status, message, code: reason, data }
}

export const sessionOver = { status: 401, code: 'session-over', message: 'Your session has ended.' }
