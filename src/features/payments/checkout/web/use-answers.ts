import type { BuyerAccount } from '#features/accounts/web/public-checkout.tsx'
import { useAge } from '../../guardians/web/use-age.ts'
import type { CardEntry, TakePayment } from '../../stripe/web/use-stripe-library.ts'
import type { Quote } from '../contract.ts'
import { useBuyer } from './buyer-section.tsx'
import { useStart } from './purchase-terms-section.tsx'
import { useUpgrade } from './upgrade-offer-panel.tsx'
import type { Order, Payment } from './use-checkout.ts'
import { type Draft, saveDraft, useSavedDraft } from './use-draft.ts'

export type AnswersSettings = {
  quote: Quote
  account: BuyerAccount
  payment: Payment
  /** What the buyer had entered before the page was left or reloaded. */
  draft?: Draft | undefined
  onPay: (order: Order) => void
}

export type Answers = ReturnType<typeof useAnswers>

/** The answers outside the card fields, restored from the saved draft, and the payment with them. */
export function useAnswers({ quote, account, payment, draft, onPay }: AnswersSettings) {
  const buyer = useBuyer(quote, draft?.buyer)
  // The guardian's own fields must not show the errors of the account.
  const openAccount = async () => {
    if (!account.check())
      return { state: 'failed' as const, message: 'Enter your name, email and password above first.' }
    const ending = await account.open({ isUnder18: true })
    return ending.state === 'failed' ? { state: ending.state, message: ending.message } : ending
  }
  const age = useAge(quote, draft?.isUnder18 ?? null, openAccount)
  const start = useStart({ quote, buyerKind: buyer.kind, draft: draft?.consents })
  const upgrade = useUpgrade({ quote, startsNow: start.startsNow, draftId: draft?.upgradedId ?? null })

  const { isUnder18 } = age
  const { consents } = start
  const { firstName, lastName, email } = account.fields
  const entered = {
    memberId: account.memberId,
    packageId: quote.package.id,
    market: quote.price.market,
    consents,
    isUnder18,
    buyer: buyer.fields,
    account: { firstName, lastName, email },
    upgradedId: upgrade.order?.purchaseId ?? null,
  }
  useSavedDraft(entered, payment.state === 'processing')

  /** Opens the account if needed, then pays. */
  const order = (card: CardEntry, takePayment: TakePayment, cardId: string | null = null) => {
    const checkedBuyer = buyer.check()
    if (!checkedBuyer) return
    const findMember = async (signal: AbortSignal) => {
      const ending = await account.open({ isUnder18: isUnder18 === true, signal })
      if (ending.state === 'done')
        saveDraft({
          ...entered,
          memberId: ending.value.id,
          paysWith: cardId === null && card.leavesPage() ? 'paypal' : 'card',
        })
      return ending
    }
    onPay({ findMember, consents, buyer: checkedBuyer, isUnder18, upgrade: upgrade.order, cardId, takePayment })
  }
  return { buyer, age, start, upgrade, order }
}
