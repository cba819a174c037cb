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
  payWithSaved: vi.fn<(cardId: string) => TakePayment>(),
  resume: vi.fn<TakePayment>(),
  setUp: vi.fn<SetUpCard>(),
  setUpSaved: vi.fn<(cardId: string) => SetUpCard>(),
}

/** Replaces card-form.tsx and payment-method-form.tsx, which use the provider's library. */
export function CardForm({ ref, onLoad, onEdit }: CardEntryProps) {
  useImperativeHandle(ref, () => ({
    findProblem: () => card.problem,
    leavesPage: () => card.leavesPage,
    focus: card.focus,
    pay: card.pay,
    payWithSaved: card.payWithSaved,
    resume: card.resume,
    setUp: card.setUp,
    setUpSaved: card.setUpSaved,
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
