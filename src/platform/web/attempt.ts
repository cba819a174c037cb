import type { Endpoint, ResponseOf } from '../shared/endpoint.ts'
import { call, type Denied, type Granted } from './call.ts'
import { CallFailed, UNKNOWN_ERROR } from './request.ts'

/** Loads a page's data. The error boundary shows any failure. */
export async function load<E extends Endpoint>(...args: Parameters<typeof attempt<E>>): Promise<ResponseOf<E>> {
  const result = await attempt<E>(...args)
  if (result.state === 'failed') {
    // A page's only input is its URL, so invalid input means a wrong address.
    const message = result.reason === 'invalid-input' ? 'There’s nothing at this address.' : result.message
    throw new CallFailed(0, result.reason ?? 'failed', message)
  }
  return result.value
}

type PageAddress = { params: Readonly<Record<string, string | undefined>>; request: Request }

/** The loader of a private page. It always runs in the browser, even for the first page loaded. */
export function pageLoader<Loaded>(loader: (address: PageAddress) => Loaded) {
  return Object.assign(loader, { hydrate: true as const })
}

/** The loader of a page that needs only one response, for the ids in its URL. */
export function loaderOf<E extends Endpoint>(endpoint: E) {
  return pageLoader(({ params }) => load<E>(...([endpoint, { params }] as unknown as Parameters<typeof attempt<E>>)))
}

/** A failure with a message for the user, its `reason` if the endpoint lists it, and `errors` by field. */
export type Failed = { state: 'failed'; message: string; reason?: string; errors?: Record<string, string> }

/** The result of a call by a form or panel. A failure is returned and never thrown. */
export type Attempt<Value> = { state: 'done'; value: Value; message: string } | Failed

/** False if the server did not answer, because reloading the page would then fail too. */
export function isAnswered(result: Attempt<unknown>): boolean {
  return result.state === 'done' || result.reason !== undefined
}

/** Calls the server after a user's action. */
export function attempt<E extends Endpoint>(...args: Parameters<typeof call<E>>): Promise<Attempt<ResponseOf<E>>> {
  return toAttempt(call(...args))
}

/** Waits for a call in progress. */
export async function toAttempt<Value>(pendingCall: Promise<Granted<Value> | Denied<string>>): Promise<Attempt<Value>> {
  try {
    const response = await pendingCall
    if (response.refused === undefined) return { state: 'done', value: response.value, message: response.message ?? '' }
    const { message, refused: reason, errors } = response
    return { state: 'failed', message, reason, ...(errors && { errors }) }
  } catch (error) {
    return { state: 'failed', message: errorMessage(error) }
  }
}

/** Wraps loading functions that throw, such as `load`. */
export function attemptLoad<Value>(loading: Promise<Value>): Promise<Attempt<Value>> {
  return toAttempt(loading.then((value) => ({ value, message: undefined })))
}

/** SPEC §8: the server's message, or else the error's, or else the text for unknown errors. */
function errorMessage(error: unknown): string {
  if (error instanceof Error) return error.message || UNKNOWN_ERROR
  return typeof error === 'string' && error ? error : UNKNOWN_ERROR
}
