import { useEffect, useImperativeHandle } from 'react'
import { vi } from 'vitest'
import type { CardForm as RealCardForm } from '#features/payments/web/card-form.tsx'
import type { TakePayment } from '#features/payments/web/queries.ts'

/** How the provider's card entry behaves in this test. */
export const card = {
  library: 'ready' as 'loading' | 'ready' | 'failed',
  problem: null as string | null,
  pay: vi.fn<TakePayment>(),
}

export const NOT_LOADED = 'Stripe has not loaded yet. Please try again.'

/** Stands in for card-form.tsx, the only file that knows the provider's library. */
export function CardForm({ ref, onLoad, onEdit }: Parameters<typeof RealCardForm>[0]) {
  useImperativeHandle(ref, () => ({ findProblem: () => card.problem, pay: card.pay }))
  useEffect(() => {
    if (card.library !== 'loading') onLoad(card.library)
  }, [onLoad])
  return (
    <button type="button" onClick={onEdit}>
      Card entry
    </button>
  )
}
