import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { checkoutOf } from '#features/catalogue/web/public.tsx'
import type { Purchase } from '#features/purchases/contract.ts'
import { replacePage } from '#platform/web/leave.ts'
import { findConfirmation, pause, standings } from './queries.ts'
import { forgetDraft } from './use-draft.ts'

const ArrivalState = z.object({ purchaseId: z.string() })

/**
 * Which purchase is shown. PayPal adds to the address what nobody else should read there, and what we do not believe:
 * all of it is taken out, and the purchase put into the navigation's state.
 */
export function usePurchaseToConfirm(): string | null {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const named = new URLSearchParams(search).get('purchase')
  const purchaseId = named ?? ArrivalState.safeParse(state).data?.purchaseId ?? null
  useEffect(() => {
    if (search) void navigate({ search: '' }, { replace: true, state: { purchaseId }, preventScrollReset: true })
  }, [search, purchaseId, navigate])
  return purchaseId
}

export type Confirmation =
  | { state: 'loading' | 'confirming' | 'not-found' }
  | { state: 'paid' | 'not-made'; purchase: Purchase }

const LONGEST_PAUSE_SECONDS = 10

/** How the purchase stands, asked of the server until that is decided. Whoever did not pay is led back to the checkout. */
export function useConfirmation(purchaseId: string): Confirmation {
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: 'loading' })
  useEffect(() => {
    let isWanted = true
    const follow = async () => {
      for (let seconds = 1; isWanted; seconds = Math.min(seconds + 1, LONGEST_PAUSE_SECONDS)) {
        const next = await lookUp(purchaseId)
        if (!isWanted) return
        setConfirmation(next)
        if (next.state !== 'confirming') return
        await pause(seconds)
      }
    }
    void follow()
    return () => {
      isWanted = false
    }
  }, [purchaseId])
  return confirmation
}

async function lookUp(purchaseId: string): Promise<Confirmation> {
  const purchase = await findConfirmation(purchaseId)
  if (!purchase) return { state: 'confirming' }
  if (purchase === 'not-found') return { state: 'not-found' }
  const standing = standings[purchase.status]
  if (standing === 'open' && purchase.isOpen) {
    replacePage(checkoutOf(purchase.market, purchase.packageId))
    return { state: 'loading' }
  }
  if (standing === 'open') return { state: 'confirming' }
  forgetDraft()
  return { state: standing === 'paid' ? 'paid' : 'not-made', purchase }
}
