import { useState } from 'react'
import { startsAtOnce } from '#features/purchases/rules.ts'
import type { Quote } from '../contract.ts'
import type { Consents, UpgradeOrder } from './queries.ts'

type Situation = { quote: Quote; buyerKind: 'consumer' | 'business'; consents: Consents; kept: string | null }

/** Whether the old package is given up for this one. Another one than was chosen, after a new quote, is not chosen. */
export function useUpgrade({ quote: { upgrade }, buyerKind, consents, kept }: Situation) {
  const [chosenId, setChosenId] = useState(kept)
  const [isChecked, setChecked] = useState(false)
  const isChosen = upgrade !== null && upgrade.purchaseId === chosenId
  const startsNow = startsAtOnce({ consent: consents, buyer: { kind: buyerKind } })
  const isMissingStart = isChosen && !startsNow

  const choose = (isWanted: boolean) => {
    setChosenId(isWanted && upgrade ? upgrade.purchaseId : null)
    setChecked(false)
  }
  /** @returns false where the boxes are missing without which it cannot be, which then stands beside it */
  const check = () => {
    setChecked(true)
    return !isMissingStart
  }
  const order: UpgradeOrder | null = isChosen
    ? { purchaseId: upgrade.purchaseId, expectedCredit: upgrade.credit }
    : null
  const problem = isChecked && isMissingStart ? 'Please tick both boxes above, or leave this one empty.' : undefined
  return { isChosen, startsNow, problem, order, choose, check }
}
