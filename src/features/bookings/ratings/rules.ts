import { looksLikeName } from '#platform/shared/person-name.ts'
import type { BookingState } from '../contract.ts'

/**
 * The consent that the member gives by ticking the box. If the wording changes it needs a new version, because no one
 * has agreed to the new wording yet.
 */
export const publishingConsent = {
  version: '2026-11-27',
  text: 'You may publish my words as a success story on your website, under my first name. I can withdraw this at any time.',
} as const

/** `shownName`: the name to publish, as it was when the member consented. */
export type Consent = { version: string; at: Date; shownName: string }

/** `isYoung`: the profile names a guardian, which means that the member is under 18 (PRODUCT D24). */
export type Publisher = { firstName: string; isYoung: boolean }

/** The name to publish: the one the member agreed to, or their current first name if they have not agreed to one. */
export function toShownName({ firstName }: Publisher, consent: Consent | null | undefined): string {
  if (consent) return consent.shownName
  return looksLikeName(firstName) ? firstName : 'a member'
}

type RatingRequest = { comment: string | null; mayPublish: boolean; consentVersion: string; shownName: string }
type Situation = { state: BookingState; publisher: Publisher; consent: Consent | null | undefined }

/** Comments by members under 18 are never published. Their guardian agreed to the purchase, but not to this. */
export function ratingBlocker(
  { mayPublish, consentVersion, shownName }: RatingRequest,
  { state, publisher, consent }: Situation,
): 'not-held' | 'under-18' | 'consent-changed' | null {
  if (state !== 'held') return 'not-held'
  if (!mayPublish) return null
  if (publisher.isYoung) return 'under-18'
  const isCurrent = consentVersion === publishingConsent.version && shownName === toShownName(publisher, consent)
  return isCurrent ? null : 'consent-changed'
}

/** Keeps the earlier consent if neither the comment nor the consent wording has changed. */
export function decideConsent(
  { comment, mayPublish, shownName }: RatingRequest,
  before: { comment: string | null; consent: Consent | null } | undefined,
  now: Date,
): Consent | null {
  if (!mayPublish) return null
  const { version } = publishingConsent
  const isUnchanged = before?.comment === comment && before.consent?.version === version
  return isUnchanged && before.consent ? before.consent : { version, at: now, shownName }
}

/**
 * How many members must have rated a service before its average is public. Of fewer, one could guess who gave which
 * rating, and they would be no evidence. Members are counted because each can rate every session they had.
 */
const PUBLIC_FROM_MEMBERS = 5

/**
 * The average to publish, or null if it is not public yet. It is rounded down, so that it is never better than what
 * members said, and 5.0 means that all of them gave 5.
 */
export function publicAverage({ sum, count, members }: { sum: number; count: number; members: number }): number | null {
  return members < PUBLIC_FROM_MEMBERS ? null : Math.floor((sum * 10) / count) / 10
}
