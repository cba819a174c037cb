import { useEffect, useImperativeHandle } from 'react'
import { vi } from 'vitest'
import type { SetUpCard, TakePayment } from '#features/payments/web/queries.ts'
import type { CardEntryProps } from '#features/payments/web/use-stripe-library.ts'

/** How the provider's card entry behaves in this test. */
export const card = {
  library: 'ready' as 'loading' | 'ready' | 'failed',
  problem: null as string | null,
  leavesPage: false,
  pay: vi.fn<TakePayment>(),
  setUp: vi.fn<SetUpCard>(),
}

/** Stands in for card-form.tsx and payment-method-form.tsx: with use-stripe-library.ts they alone know the provider's library. */
export function CardForm({ ref, onLoad, onEdit }: CardEntryProps) {
  useImperativeHandle(ref, () => ({
    findProblem: () => card.problem,
    leavesPage: () => card.leavesPage,
    pay: card.pay,
    setUp: card.setUp,
  }))
  useEffect(() => {
    if (card.library !== 'loading') onLoad(card.library)
  }, [onLoad])
  return (
    <button type="button" onClick={onEdit}>
      Card entry
    </button>
  )
}

export { CardForm as PaymentMethodForm }
