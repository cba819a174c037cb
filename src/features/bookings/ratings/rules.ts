import { looksLikeName } from '#platform/shared/person-name.ts'
import type { BookingState } from '../contract.ts'

/** The consent given by ticking the box. A changed text needs a new version, because no one has agreed to it yet. */
export const publishingConsent = {
  version: '2026-11-27',
  text: 'You may publish my words as a success story on your website, under my first name. I can withdraw this at any time.',
} as const

/** `shownName`: the name to publish, fixed when the member consented. */
export type Consent = { version: string; at: Date; shownName: string }

/** `isYoung`: the profile names a guardian, which marks the member as under 18 (PRODUCT D24). */
export type Publisher = { firstName: string; isYoung: boolean }

/** The name to publish: the one the member agreed to, otherwise the current first name. */
export function toShownName({ firstName }: Publisher, consent: Consent | null | undefined): string {
  if (consent) return consent.shownName
  return looksLikeName(firstName) ? firstName : 'a member'
}

type RatingRequest = { comment: string | null; mayPublish: boolean; consentVersion: string; shownName: string }
type Situation = { state: BookingState; publisher: Publisher; consent: Consent | null | undefined }

/** Comments of members under 18 are never published. A guardian agreed to the purchase, but not to this. */
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

/** Keeps the earlier consent if neither comment nor consent text has changed. */
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
