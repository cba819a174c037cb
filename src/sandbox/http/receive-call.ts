import type { IncomingMessage } from 'node:http'
import { type FoundOperation, findOperation } from '../api-surface.ts'
import { ApiError } from '../wire/api-error.ts'
import { type FormRecord, parseForm } from '../wire/form-encoding.ts'
import { newId } from '../wire/identifiers.ts'
import type { Call } from '../wire/operation.ts'
import { type ApiKeys, authenticateCaller } from './authenticate-caller.ts'
import { header, readBody } from './read-request.ts'

/** An API call as it came in, before anything of it was believed. */
export interface ReceivedCall {
  method: string
  path: string
  /** As sent: part of what an idempotency key stands for. */
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

/** A call that may be carried out: whoever asks may ask for this. */
export interface PermittedCall extends FoundOperation {
  caller: Call['caller']
}

export function requirePermitted({ caller, operation: found }: ReceivedCall): PermittedCall {
  if (caller instanceof ApiError) throw caller
  if (found instanceof ApiError) throw found
  if (caller === 'secret-key' || found.operation.openToBrowsers) return { ...found, caller }
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
