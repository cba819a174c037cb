import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { MarketId } from '#features/catalogue/contract.ts'
import { StartChoice } from '#features/purchases/contract.ts'
import { safeSessionStorage } from '#platform/web/browser-storage.ts'
import type { Quote } from '../contract.ts'
import { BuyerFields } from './buyer-section.tsx'

const KEY = 'checkout'

/**
 * What the buyer has entered, so that nothing is lost when the page is left or reloaded. Card details stay in the
 * provider's fields, and a password is never stored.
 */
export const Draft = z.object({
  /** Null if a visitor wrote it. */
  memberId: z.string().nullable(),
  packageId: z.string(),
  market: MarketId,
  /** Set from the press of Pay until its result is known: a 3-D Secure check resumes after a reload. */
  paysWith: z.enum(['card', 'paypal']).nullable(),
  consents: z.object({ start: StartChoice.nullable(), acknowledged: z.boolean() }),
  isUnder18: z.boolean().nullable(),
  buyer: BuyerFields,
  account: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  /** The purchase that this package replaces. */
  upgradedId: z.string().nullable(),
})
export type Draft = z.infer<typeof Draft>

export function saveDraft(draft: Draft): void {
  safeSessionStorage.write(KEY, JSON.stringify(draft))
}

/** Saves each change. The draft that was restored keeps its payment until something is changed. */
export function useSavedDraft(entered: Omit<Draft, 'paysWith'>, isPaying: boolean): void {
  const text = JSON.stringify({ ...entered, paysWith: null })
  const saved = useRef(text)
  useEffect(() => {
    if (isPaying || saved.current === text) return
    saved.current = text
    safeSessionStorage.write(KEY, text)
  }, [text, isPaying])
}

export function deleteDraft(): void {
  safeSessionStorage.remove(KEY)
}

/** After a payment that was not made, a reload shows the form and does not resume the payment. */
export function keepUnpaidDraft(): void {
  const draft = readDraft()
  if (draft) saveDraft({ ...draft, paysWith: null })
}

/** The draft for this package, if this member wrote it, or a visitor in this tab. */
export function useDraft({ package: offer, price }: Quote, memberId: string | undefined): Draft | undefined {
  const [draft] = useState(readDraft)
  const isForQuote = draft?.packageId === offer.id && draft.market === price.market
  return isForQuote && (draft.memberId === null || draft.memberId === memberId) ? draft : undefined
}

function readDraft(): Draft | undefined {
  const stored = safeSessionStorage.read(KEY)
  return stored ? Draft.safeParse(JSON.parse(stored)).data : undefined
}
