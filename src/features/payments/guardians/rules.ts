import { addSpan } from '#platform/shared/calendar.ts'
import type { Quote } from '../checkout/contract.ts'
import { type AgeBlocker, DAYS_TO_ANSWER, DAYS_TO_PAY } from './contract.ts'

/** The only place that decides which packages ask for the buyer's age (PRODUCT D24). */
export function asksForAge({ serviceType }: Pick<Quote['package'], 'serviceType'>): boolean {
  return serviceType === 'MY_FUTURE'
}

export function requestExpiresAt(askedAt: Date): Date {
  return addSpan(askedAt, { days: DAYS_TO_ANSWER })
}

export function agreementEndsAt(confirmedAt: Date): Date {
  return addSpan(confirmedAt, { days: DAYS_TO_PAY })
}

/** A request made before this time can no longer be answered or used for a payment. */
export function requestsExpiredBefore(now: Date): Date {
  return addSpan(now, { days: -(DAYS_TO_ANSWER + DAYS_TO_PAY) })
}

type StoredRequest = { expiresAt: Date; confirmedAt: Date | null; refusedAt: Date | null }

/**
 * Returns the state of the latest request.
 * @param isUsed true if a purchase was already paid with this consent
 */
export function decideRequestState(
  request: StoredRequest | undefined,
  { now, isUsed }: { now: Date; isUsed: boolean },
): 'none' | 'waiting' | 'confirmed' | 'refused' {
  if (!request) return 'none'
  if (request.refusedAt) return 'refused'
  if (!request.confirmedAt) return request.expiresAt > now ? 'waiting' : 'none'
  return !isUsed && agreementEndsAt(request.confirmedAt) > now ? 'confirmed' : 'none'
}

type AgeQuote = Pick<Quote, 'asksForAge' | 'guardian'>

/**
 * If the profile names a guardian, the member has said they are under 18. This takes precedence over the checkout
 * answer; otherwise a refused member could just answer "no". A member who turns 18 changes the profile.
 */
export function findAgeBlocker({ asksForAge, guardian }: AgeQuote, isUnder18: boolean | null): AgeBlocker | undefined {
  if (!asksForAge) return undefined
  if (isUnder18 === null) return 'age-needed'
  if (!isUnder18 && !guardian) return undefined
  if (guardian?.request.state === 'confirmed') return undefined
  return isUnder18 ? 'guardian-needed' : 'under-18-in-profile'
}

/**
 * Returns the age data to store, or undefined if the package does not ask for it. Call it only if nothing blocks the
 * purchase.
 */
export function toRecordedAge({ asksForAge, guardian }: AgeQuote, isUnder18: boolean | null) {
  if (!asksForAge) return undefined
  const request = guardian?.request
  const guardianConfirmedAt = request?.state === 'confirmed' ? new Date(request.confirmedAt) : null
  return { isUnder18: isUnder18 === true || guardian !== null, guardianConfirmedAt }
}
