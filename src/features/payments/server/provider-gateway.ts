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

/** A provider that does not answer is an expected "no": nobody was charged by us, and asking again is safe. */
export async function translateErrors<Answer>(
  log: Log,
  what: string,
  question: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    if (!isAway(error)) throw error
    log.warn({ what, type: error.type, requestId: error.requestId }, 'the payment provider does not answer')
    throw new Refused('provider-away')
  }
}

function isAway(error: unknown): error is Stripe.errors.StripeError {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  )
}
