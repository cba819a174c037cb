import { useState } from 'react'
import type { BuyerKind, StartChoice } from '#features/purchases/contract.ts'
import { startsAtOnce } from '#features/purchases/rules.ts'
import { type Quote, startBlockers } from '../contract.ts'
import { findStartBlocker } from '../rules.ts'
import type { Consents } from './pay-for-package.ts'

export type Start = ReturnType<typeof useStart>

/** The start choice (PRODUCT D19). Nothing is preselected, and a tick counts only for this version of the text. */
export function useStart({
  quote,
  buyerKind,
  draft,
}: {
  quote: Quote
  buyerKind: BuyerKind
  draft: Consents | undefined
}) {
  const { version } = quote.consents
  const [choice, setChoice] = useState<StartChoice | null>(draft?.start ?? null)
  const [acknowledgedVersion, setAcknowledgedVersion] = useState(draft?.acknowledged ? version : null)
  const [isChecked, setChecked] = useState(false)
  const isAsked = buyerKind === 'consumer' && !startsAfterOwnedPackage(quote)
  const isAcknowledged = acknowledgedVersion === version
  const consents = isAsked ? { start: choice, acknowledged: isAcknowledged } : defaultConsents(buyerKind)
  const blocker = findStartBlocker({ consents, buyer: { kind: buyerKind } })
  const findProblem = (startBlocker: typeof blocker) =>
    isChecked && blocker !== null && blocker === startBlocker ? startBlockers[blocker] : undefined

  return {
    choice,
    isAsked,
    isAcknowledged,
    consents,
    startsNow: startsAtOnce({ consent: consents, buyer: { kind: buyerKind } }),
    choiceProblem: findProblem('start-needed'),
    acknowledgementProblem: findProblem('acknowledgement-needed'),
    choose: setChoice,
    acknowledge: (isTicked: boolean) => setAcknowledgedVersion(isTicked ? version : null),
    /** @returns false if an answer is missing; the error is then shown next to it */
    check: () => {
      setChecked(true)
      return blocker === null
    },
  }
}

/** A package bought again starts after the current one if that runs past the cancellation period (PRODUCT D11). */
function startsAfterOwnedPackage({ runsUntil, startsLaterAt }: Quote): boolean {
  return runsUntil !== null && Date.parse(runsUntil) >= Date.parse(startsLaterAt)
}

function defaultConsents(kind: BuyerKind): Consents {
  return { start: kind === 'business' ? null : 'later', acknowledged: false }
}
