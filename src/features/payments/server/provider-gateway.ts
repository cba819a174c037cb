import Stripe from 'stripe'
import type { Log } from '#platform/server/log.ts'
import { Refused } from '#platform/shared/refused.ts'

// What every call to the payment provider shares: keys that make asking again safe, and which errors are answers.

/** Asks the provider; where it is away, that is an expected "no". */
export type Ask = <Answer>(what: string, question: () => Promise<Answer>) => Promise<Answer>

/** Lets an error with one of these codes pass as undefined. */
export function exceptWithCode(...codes: string[]) {
  return (error: unknown): undefined => {
    const isExpected = error instanceof Stripe.errors.StripeInvalidRequestError && codes.includes(error.code ?? '')
    if (!isExpected) throw error
  }
}

/** Lets the refusal of a parameter that names something unknown pass as undefined. */
export function exceptMissing(parameter: string) {
  return (error: unknown): undefined => {
    const isExpected = error instanceof Stripe.errors.StripeInvalidRequestError && error.param === parameter
    if (!isExpected || error.code !== 'resource_missing') throw error
  }
}

/** How often a failure that the provider keeps is walked around. */
const MAX_KEYS = 3

/**
 * Asks under a key, so that asking again is safe. The provider answers a key with what it answered before, even with
 * a failure of its own, for a day: only the next key gets another answer.
 */
export async function underKey<Answer>(
  key: string,
  create: (options: { idempotencyKey: string }) => Promise<Answer>,
  attempt = 1,
): Promise<Answer> {
  try {
    return await create({ idempotencyKey: attempt === 1 ? key : `${key}:${attempt}` })
  } catch (error) {
    if (attempt === MAX_KEYS || !isKeptFailure(error)) throw error
    return underKey(key, create, attempt + 1)
  }
}

function isKeptFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true'
}

/** A key came again with other values: a fault of ours. */
export class KeyReused extends Error {
  override name = 'KeyReused'
}

/** A provider that does not answer is an expected "no": nobody was charged by us, and asking again is safe. */
export function askProvider(log: Log): Ask {
  let isKeyRefused = false
  const tell = (what: string, error: Stripe.errors.StripeError) => {
    const facts = { what, type: error.type, requestId: error.requestId }
    if (!isRefusalOfKey(error)) return log.warn(facts, 'the payment provider does not answer')
    // Once, not with everybody who wants to pay: until it is set right nothing else will be heard of the provider.
    if (!isKeyRefused) log.error(facts, 'the payment provider refuses our secret key: set a valid one')
    isKeyRefused = true
  }
  return async (what, question) => {
    try {
      const answer = await question()
      isKeyRefused = false
      return answer
    } catch (error) {
      if (isReuseOfKey(error)) throw new KeyReused(what)
      if (!isAway(error)) throw error
      tell(what, error)
      throw new Refused('provider-away')
    }
  }
}

function isRefusalOfKey(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAuthenticationError
}

function isReuseOfKey(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && !isSameCallUnderWay(error)
}

function isAway(error: unknown): error is Stripe.errors.StripeError {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    isRefusalOfKey(error) ||
    isSameCallUnderWay(error)
  )
}

/** Two ask under the same key at once: the first is answered, and asking again gets its answer. */
function isSameCallUnderWay(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use'
}
