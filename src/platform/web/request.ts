import type { Endpoint } from '../shared/endpoint.ts'
import { endpointUrl } from '../shared/endpoint-url.ts'
import type { FileResponse } from '../shared/file-response.ts'

/** SPEC §8: the message if the server gave none. */
export const UNKNOWN_ERROR = 'An unknown error occurred'

export const UNREACHABLE = 'We couldn’t reach the server. Check your connection and try again.'

/** Any failure except a refusal that the endpoint lists. Its message is for users. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  /** 0 if no response arrived. */
  readonly status: number
  readonly code: string
  /** In seconds, if the server asks the client to wait. */
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** The envelope of every response. */
type Envelope =
  | { success: true; message?: string | undefined; data?: unknown }
  | { success: false; message: string; code: string; errors?: Record<string, string> | undefined; data?: unknown }

export type Reply = Envelope & { status: number; retryAfter: number | undefined }

export type RequestInput = { params?: unknown; query?: unknown; body?: unknown }

/** How much of a file has been sent, from 0 to 1. */
export type OnProgress = (share: number) => void

type RequestOptions = {
  token?: string | null
  signal?: AbortSignal | undefined
  /** Called during uploads. */
  onProgress?: OnProgress | undefined
}

/**
 * Sends one request, without refreshing the session or judging the status. @throws CallFailed if there is no envelope
 */
export async function request(endpoint: Endpoint, parts: RequestInput, options: RequestOptions): Promise<Reply> {
  const response = await sendOrFail(endpoint, parts, options)
  if (endpoint.file && response.ok) return { ...(await readFile(response)), status: response.status }
  if (endpoint.events && response.ok) {
    return { success: true, data: response.body, status: response.status, retryAfter: undefined }
  }
  if (response.status === 204) return { success: true, data: null, status: response.status, retryAfter: undefined }
  const envelope = await readJson(response)
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  if (!isEnvelope(envelope)) throw new CallFailed(response.status, 'no-envelope', UNKNOWN_ERROR, retryAfter)
  return { ...envelope, status: response.status, retryAfter }
}

/**
 * Validates a response in development and tests. The built site has schemas only for forms (docs/decisions/0020), and
 * its server has already validated the response.
 */
export function parseResponse(
  { response }: { response?: Endpoint['response'] },
  answer: unknown,
): { success: true; data: unknown } | { success: false } {
  return response?.safeParse(answer) ?? { success: true, data: answer }
}

async function sendOrFail(endpoint: Endpoint, parts: RequestInput, options: RequestOptions): Promise<Response> {
  const { token, signal, onProgress } = options
  const { method } = endpoint
  // A stream stays open, so it must not look like a request that the page waits for.
  const priority = endpoint.events ? 'low' : 'auto'
  const address = endpointUrl(endpoint, parts)
  const headers = headersFor(endpoint, parts.body, token)
  try {
    if (endpoint.upload)
      return await sendUpload(address, { method, headers, file: parts.body as Blob, signal, onProgress })
    const body = parts.body === undefined ? undefined : JSON.stringify(parts.body)
    // Marking as read by following a link, for instance, must outlast the page.
    const keepalive = method !== 'GET' && body === undefined
    return await fetch(address, { method, headers, body, signal, priority, keepalive })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new CallFailed(0, 'unreachable', UNREACHABLE)
  }
}

type Upload = {
  method: string
  headers: Record<string, string>
  file: Blob
  signal?: AbortSignal | undefined
  onProgress?: OnProgress | undefined
}

/** Works like `fetch`, which cannot report upload progress. Rejects if no response arrives. */
function sendUpload(address: string, { method, headers, file, signal, onProgress }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 1)
    request.onload = () => resolve(toResponse(request))
    request.onerror = () => reject(new TypeError('The upload failed without a response'))
    request.onabort = () => reject(signal?.reason ?? new DOMException('The upload was aborted', 'AbortError'))
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after')
  return new Response(request.responseText, {
    status: request.status,
    headers: retryAfter ? { 'retry-after': retryAfter } : {},
  })
}

async function readFile(response: Response) {
  const [, name] = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const content = await response.blob().catch(() => {
    throw new CallFailed(0, 'unreachable', UNREACHABLE)
  })
  const file: FileResponse = { content, ...(name !== undefined && { name }) }
  return { success: true as const, data: file, retryAfter: undefined }
}

// Checked by hand, because every page reads responses and a schema would load its library.
function isEnvelope(answer: unknown): answer is Envelope {
  if (typeof answer !== 'object' || answer === null || !('success' in answer)) return false
  const { success, message, code, errors } = answer as Record<string, unknown>
  if (success === true) return message === undefined || typeof message === 'string'
  return success === false && typeof message === 'string' && typeof code === 'string' && isStringRecord(errors ?? {})
}

function isStringRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

function headersFor(
  { file, events, upload }: Endpoint,
  body: unknown,
  token: string | null | undefined,
): Record<string, string> {
  const responseType = events ? 'text/event-stream' : file
  return {
    accept: responseType ? `${responseType}, application/json` : 'application/json',
    ...(body === undefined ? {} : { 'content-type': upload ? 'application/octet-stream' : 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
}
