import { useState } from 'react'
import { z } from 'zod'
import { MarketId } from '#features/catalogue/contract.ts'
import { StartChoice } from '#features/purchases/contract.ts'
import { safeSessionStorage } from '#platform/web/browser-storage.ts'
import type { Quote } from '../contract.ts'
import { BuyerFields } from './buyer-section.tsx'

const KEY = 'checkout'

/**
 * The member's input when Pay was pressed. It restores the form after a return from PayPal without payment, and resumes
 * a 3-D Secure check after a reload.
 */
export const Draft = z.object({
  memberId: z.string(),
  packageId: z.string(),
  market: MarketId,
  paysWith: z.enum(['card', 'paypal']),
  consents: z.object({ start: StartChoice.nullable(), acknowledged: z.boolean() }),
  isUnder18: z.boolean().nullable(),
  buyer: BuyerFields,
  /** The purchase that this package replaces. */
  upgradedId: z.string().nullable(),
})
export type Draft = z.infer<typeof Draft>

export function saveDraft(draft: Draft): void {
  safeSessionStorage.write(KEY, JSON.stringify(draft))
}

export function deleteDraft(): void {
  safeSessionStorage.remove(KEY)
}

/** The draft for this package, if the same member wrote it. */
export function useDraft({ package: offer, price }: Quote, memberId: string | undefined): Draft | undefined {
  const [draft] = useState(readDraft)
  const isForQuote = draft?.packageId === offer.id && draft.market === price.market && draft.memberId === memberId
  return isForQuote ? draft : undefined
}

function readDraft(): Draft | undefined {
  const stored = safeSessionStorage.read(KEY)
  return stored ? Draft.safeParse(JSON.parse(stored)).data : undefined
}
