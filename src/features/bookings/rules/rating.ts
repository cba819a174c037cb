import { looksLikeName } from '#platform/shared/greeting.ts'
import type { BookingState } from '../contract.ts'

/** What whoever ticks the box agrees to. A change of the words is a new version: nobody agreed to it before. */
export const publishingConsent = {
  version: '2026-11',
  text: 'You may publish my words as a success story on your website, under my first name. I can take this back at any time.',
} as const

/** `shownName`: under which the words may be published. It stays as it was when that was allowed. */
export type Consent = { version: string; at: Date; shownName: string }

/** `isYoung`: their profile names a guardian, which is how somebody says that they are under 18 (PRODUCT D24). */
export type Publisher = { firstName: string; isYoung: boolean }

/** Under which name somebody's words are published: the one they agreed to, or else the one they have now. */
export function shownNameOf({ firstName }: Publisher, consent: Consent | null | undefined): string {
  if (consent) return consent.shownName
  return looksLikeName(firstName) ? firstName : 'a member'
}

type Wish = { words: string | null; mayPublish: boolean; consentVersion: string; shownName: string }
type Situation = { state: BookingState; publisher: Publisher; consent: Consent | null | undefined }

/** Words of whoever is under 18 are for our team alone: a guardian has agreed to a purchase, and not to this. */
export function obstacleToRating(
  { mayPublish, consentVersion, shownName }: Wish,
  { state, publisher, consent }: Situation,
): 'not-held' | 'under-18' | 'consent-changed' | null {
  if (state !== 'held') return 'not-held'
  if (!mayPublish) return null
  if (publisher.isYoung) return 'under-18'
  const isAsShown = consentVersion === publishingConsent.version && shownName === shownNameOf(publisher, consent)
  return isAsShown ? null : 'consent-changed'
}

/** Since when a permission holds: one that was given for the same words and the same text still counts. */
export function consentFor(
  { words, mayPublish, shownName }: Wish,
  before: { words: string | null; consent: Consent | null } | undefined,
  now: Date,
): Consent | null {
  if (!mayPublish) return null
  const { version } = publishingConsent
  const isSame = before?.words === words && before.consent?.version === version
  return isSame && before.consent ? before.consent : { version, at: now, shownName }
}
