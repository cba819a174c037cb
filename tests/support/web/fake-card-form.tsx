import { useEffect, useImperativeHandle } from 'react'
import { vi } from 'vitest'
import type { CardEntryProps, SetUpCard, TakePayment } from '#features/payments/stripe/web/use-stripe-library.ts'

/** How the provider's card form behaves in a test. */
export const card = {
  library: 'ready' as 'loading' | 'ready' | 'failed',
  problem: null as string | null,
  leavesPage: false,
  focus: vi.fn(),
  pay: vi.fn<TakePayment>(),
  resume: vi.fn<TakePayment>(),
  setUp: vi.fn<SetUpCard>(),
}

/** Replaces card-form.tsx and payment-method-form.tsx, which use the provider's library. */
export function CardForm({ ref, onLoad, onEdit }: CardEntryProps) {
  useImperativeHandle(ref, () => ({
    findProblem: () => card.problem,
    leavesPage: () => card.leavesPage,
    focus: card.focus,
    pay: card.pay,
    resume: card.resume,
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
