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
  kept,
}: {
  quote: Quote
  buyerKind: BuyerKind
  kept: Consents | undefined
}) {
  const { version } = quote.consents
  const [choice, setChoice] = useState<StartChoice | null>(kept?.start ?? null)
  const [acknowledged, setAcknowledged] = useState(kept?.acknowledged ? version : null)
  const [isMissed, setMissed] = useState(false)
  const isAsked = buyerKind === 'consumer' && !startsAfterOwnedPackage(quote)
  const isAcknowledged = acknowledged === version
  const consents = isAsked ? { start: choice, acknowledged: isAcknowledged } : defaultConsents(buyerKind)
  const blocker = findStartBlocker({ consents, buyer: { kind: buyerKind } })
  const problemOf = (wanted: typeof blocker) =>
    isMissed && blocker !== null && blocker === wanted ? startBlockers[blocker] : undefined

  return {
    choice,
    isAsked,
    isAcknowledged,
    consents,
    startsNow: startsAtOnce({ consent: consents, buyer: { kind: buyerKind } }),
    choiceProblem: problemOf('start-needed'),
    acknowledgementProblem: problemOf('acknowledgement-needed'),
    choose: setChoice,
    acknowledge: (isTicked: boolean) => setAcknowledged(isTicked ? version : null),
    /** @returns false if an answer is missing; the error is then shown next to it */
    check: () => {
      setMissed(true)
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
