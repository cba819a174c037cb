import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '../wire/api-error.ts'
import type { Call } from '../wire/operation.ts'

export interface ApiKeys {
  secretKey: string
  publishableKey: string
}

/** Servers send the key as a bearer token, browsers as a parameter. */
export function authenticateCaller(keys: ApiKeys, authorization: string | null, keyParameter: unknown): Call['caller'] {
  const given = authorization?.replace(/^Bearer /i, '') ?? (typeof keyParameter === 'string' ? keyParameter : '')
  if (isSame(given, keys.secretKey)) return 'secret-key'
  if (isSame(given, keys.publishableKey)) return 'publishable-key'
  throw new ApiError(401, { type: 'invalid_request_error', message: messageFor(given) })
}

function messageFor(given: string): string {
  if (given === '') {
    return 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
  }
  return `Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}`
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
