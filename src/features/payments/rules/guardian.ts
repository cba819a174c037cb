import { addSpan } from '#platform/shared/calendar.ts'
import type { AgeObstacle } from '../contract/guardian.ts'
import type { Quote } from '../contract.ts'

/** For so long the letter's link works. */
const DAYS_TO_ANSWER = 7
/** For so long the member may pay after a yes. */
const DAYS_TO_PAY = 30

/** Whose buyers are asked for their age: the one place that says so (PRODUCT D24). */
export function asksForAge({ serviceType }: Pick<Quote['package'], 'serviceType'>): boolean {
  return serviceType === 'MY_FUTURE'
}

export function requestEnd(askedAt: Date): Date {
  return addSpan(askedAt, { days: DAYS_TO_ANSWER })
}

/** What was asked before this moment can neither be answered nor paid upon any more. */
export function uselessBefore(now: Date): Date {
  return addSpan(now, { days: -(DAYS_TO_ANSWER + DAYS_TO_PAY) })
}

type Asked = { expiresAt: Date; confirmedAt: Date | null; refusedAt: Date | null }

/**
 * What the latest letter has come to.
 * @param isUsed a yes is to one purchase, and that was paid
 */
export function judgeRequest(
  asked: Asked | undefined,
  { now, isUsed }: { now: Date; isUsed: boolean },
): 'none' | 'waiting' | 'confirmed' | 'refused' {
  if (!asked) return 'none'
  if (asked.refusedAt) return 'refused'
  if (!asked.confirmedAt) return asked.expiresAt > now ? 'waiting' : 'none'
  return !isUsed && addSpan(asked.confirmedAt, { days: DAYS_TO_PAY }) > now ? 'confirmed' : 'none'
}

type AskedQuote = Pick<Quote, 'asksForAge' | 'guardian'>

/**
 * Whoever has named a guardian in their profile has said there that they are under 18. That counts more than the answer
 * in the checkout: otherwise a "no" would follow every guardian's no. Who has come of age changes the profile.
 */
export function findAgeObstacle(
  { asksForAge, guardian }: AskedQuote,
  isUnder18: boolean | null,
): AgeObstacle | undefined {
  if (!asksForAge) return undefined
  if (isUnder18 === null) return 'age-needed'
  if (!isUnder18 && !guardian) return undefined
  if (guardian?.request.state === 'confirmed') return undefined
  return isUnder18 ? 'guardian-needed' : 'under-18-in-profile'
}

/** What the purchase keeps of it; undefined where nobody is asked. To be called where there is no obstacle. */
export function ageToKeep({ asksForAge, guardian }: AskedQuote, isUnder18: boolean | null) {
  if (!asksForAge) return undefined
  const request = guardian?.request
  const guardianConfirmedAt = request?.state === 'confirmed' ? new Date(request.confirmedAt) : null
  return { isUnder18: isUnder18 === true || guardian !== null, guardianConfirmedAt }
}
