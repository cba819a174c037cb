/** What whoever ticks the box agrees to. A change of the words is a new version: nobody agreed to it before. */
export const publishingConsent = {
  version: '2026-11',
  text: 'You may publish my words as a success story on your website, under my first name. I can take this back at any time.',
} as const

export type Consent = { version: string; at: Date }

/** Since when a permission holds: one that was given for the same words and the same text still counts. */
export function consentFor(
  wish: { words: string | null; mayPublish: boolean },
  before: { words: string | null; consent: Consent | null } | undefined,
  now: Date,
): Consent | null {
  if (!wish.mayPublish) return null
  const { version } = publishingConsent
  const isSame = before?.words === wish.words && before.consent?.version === version
  return isSame && before.consent ? before.consent : { version, at: now }
}
