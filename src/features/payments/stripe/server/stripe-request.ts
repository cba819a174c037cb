import Stripe from 'stripe'
import type { Log } from '#platform/server/log.ts'
import { Refused } from '#platform/shared/refused.ts'

// Shared by all calls to Stripe: error handling, and idempotency keys that make retries safe.

/** Calls Stripe. If Stripe is unavailable, throws the refusal `provider-unavailable`. */
export type StripeRequest = <Answer>(operation: string, call: () => Promise<Answer>) => Promise<Answer>

/** Returns undefined for errors with one of these codes. */
export function undefinedOnCode(...codes: string[]) {
  return (error: unknown): undefined => {
    const isExpected = error instanceof Stripe.errors.StripeInvalidRequestError && codes.includes(error.code ?? '')
    if (!isExpected) throw error
  }
}

/** Returns undefined if this parameter refers to an unknown object. */
export function undefinedOnMissing(parameter: string) {
  return (error: unknown): undefined => {
    const isExpected = error instanceof Stripe.errors.StripeInvalidRequestError && error.param === parameter
    if (!isExpected || error.code !== 'resource_missing') throw error
  }
}

/** How many keys to try if Stripe replays a stored failure. */
const MAX_ATTEMPTS = 3

/**
 * Calls Stripe with an idempotency key, so that a retry is safe. For a day, Stripe replays the first response to a key,
 * even if Stripe itself had failed; only a new key gets a new response.
 */
export async function withIdempotencyKey<Answer>(
  key: string,
  create: (options: { idempotencyKey: string }) => Promise<Answer>,
  attempt = 1,
): Promise<Answer> {
  try {
    return await create({ idempotencyKey: attempt === 1 ? key : `${key}:${attempt}` })
  } catch (error) {
    if (attempt === MAX_ATTEMPTS || !isReplayedFailure(error)) throw error
    return withIdempotencyKey(key, create, attempt + 1)
  }
}

function isReplayedFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true'
}

/** An idempotency key was reused with different parameters, which is a bug in our code. */
export class IdempotencyKeyReused extends Error {
  override name = 'KeyReused'
}

/** If Stripe is unavailable, throws the refusal `provider-unavailable`: nothing was charged, and a retry is safe. */
export function createStripeRequest(log: Log): StripeRequest {
  let isKeyRefused = false
  const logFailure = (operation: string, error: Stripe.errors.StripeError) => {
    const fields = { what: operation, type: error.type, requestId: error.requestId }
    if (!isAuthenticationError(error)) return log.warn(fields, 'payment provider unavailable')
    // Log this error once, not for every member who tries to pay. The next success resets it.
    if (!isKeyRefused) log.error(fields, 'payment provider rejected the secret key')
    isKeyRefused = true
  }
  return async (operation, call) => {
    try {
      const answer = await call()
      isKeyRefused = false
      return answer
    } catch (error) {
      if (isIdempotencyKeyReuse(error)) throw new IdempotencyKeyReused(operation)
      if (!isUnavailable(error)) throw error
      logFailure(operation, error)
      throw new Refused('provider-unavailable')
    }
  }
}

function isAuthenticationError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAuthenticationError
}

function isIdempotencyKeyReuse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && !isRequestInProgress(error)
}

function isUnavailable(error: unknown): error is Stripe.errors.StripeError {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    isAuthenticationError(error) ||
    isRequestInProgress(error)
  )
}

/** Two requests used the same key at the same time. A retry gets the response to the first one. */
function isRequestInProgress(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use'
}
