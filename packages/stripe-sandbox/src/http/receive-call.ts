import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type FoundOperation, findOperation } from '../api-surface.ts'
import { ApiError } from '../wire/api-error.ts'
import { type FormRecord, parseForm } from '../wire/form-encoding.ts'
import { newId } from '../wire/identifiers.ts'
import type { Call } from '../wire/operation.ts'

const MAX_BODY_BYTES = 1024 * 1024

export interface ApiKeys {
  secretKey: string
  publishableKey: string
}

/** An API call as received, before its key and parameters are checked. */
export interface ReceivedCall {
  method: string
  path: string
  /** As sent, because it is part of the fingerprint of an idempotency key. */
  body: string
  form: FormRecord
  caller: Call['caller'] | ApiError
  operation: FoundOperation | ApiError
  requestId: string
  idempotencyKey: string | null
  version: string | null
}

export async function receiveCall(keys: ApiKeys, request: IncomingMessage): Promise<ReceivedCall> {
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const method = request.method ?? 'GET'
  const body = await readBody(request)
  const form = orRefusal(() => parseForm(method === 'POST' ? body : url.search.slice(1)))
  const { key, ...parameters } = form instanceof ApiError ? {} : form
  return {
    method,
    path: url.pathname,
    body,
    form: parameters,
    caller: orRefusal(() => authenticateCaller(keys, header(request, 'authorization'), key)),
    operation: form instanceof ApiError ? form : (findOperation(method, url.pathname) ?? unknownAddress(method, url)),
    requestId: newId('req', 14),
    idempotencyKey: method === 'POST' ? header(request, 'idempotency-key') : null,
    version: header(request, 'stripe-version'),
  }
}

/** A call that its caller is allowed to make. */
export interface PermittedCall extends FoundOperation {
  caller: Call['caller']
}

export function requirePermitted({ caller, operation: match }: ReceivedCall): PermittedCall {
  if (caller instanceof ApiError) throw caller
  if (match instanceof ApiError) throw match
  if (caller === 'secret-key' || match.operation.openToBrowsers) return { ...match, caller }
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })
}

function orRefusal<Result>(read: () => Result): Result | ApiError {
  try {
    return read()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function unknownAddress(method: string, { pathname }: URL): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${pathname}). The sandbox knows only a part of the API: see its README.`,
  })
}

/** Servers send the key as a bearer token, browsers as a parameter. */
function authenticateCaller(keys: ApiKeys, authorization: string | null, keyParameter: unknown): Call['caller'] {
  const sentKey = authorization?.replace(/^Bearer /i, '') ?? (typeof keyParameter === 'string' ? keyParameter : '')
  if (isSame(sentKey, keys.secretKey)) return 'secret-key'
  if (isSame(sentKey, keys.publishableKey)) return 'publishable-key'
  throw new ApiError(401, { type: 'invalid_request_error', message: keyErrorMessage(sentKey) })
}

function keyErrorMessage(sentKey: string): string {
  if (sentKey === '') {
    return 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
  }
  return `Invalid API Key provided: ${sentKey.slice(0, 8)}${'*'.repeat(8)}`
}

function isSame(sentKey: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sentKey), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > MAX_BODY_BYTES) throw new ApiError(413, { type: 'invalid_request_error', message: 'Request too large.' })
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns a header that may occur only once, or `null` if it is missing. */
function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
