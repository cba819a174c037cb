import { useState } from 'react'
import { z } from 'zod'
import { sessionShelf } from '#platform/web/browser-storage.ts'
import { BuyerFields } from './use-buyer.ts'

const KEY = 'checkout'

/** What was typed before the page was left for PayPal: whoever comes back without having paid finds it again. */
const Draft = z.object({
  memberId: z.string(),
  packageId: z.string(),
  consents: z.object({ startNow: z.boolean(), acknowledgeLoss: z.boolean() }),
  buyer: BuyerFields,
  /** The purchase that is given up for this package. */
  upgradedId: z.string().nullable(),
})
export type Draft = z.infer<typeof Draft>

export function keepDraft(draft: Draft): void {
  sessionShelf.write(KEY, JSON.stringify(draft))
}

export function forgetDraft(): void {
  sessionShelf.remove(KEY)
}

/** What was kept of this package's checkout when the page was opened: for whoever typed it and nobody else. */
export function useDraft(packageId: string, memberId: string | undefined): Draft | undefined {
  const [draft] = useState(() => readDraft(packageId))
  return draft?.memberId === memberId ? draft : undefined
}

function readDraft(packageId: string): Draft | undefined {
  const stored = sessionShelf.read(KEY)
  const draft = stored ? Draft.safeParse(JSON.parse(stored)).data : undefined
  return draft?.packageId === packageId ? draft : undefined
}
