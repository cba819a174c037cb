import { useCallback, useEffect, useRef, useState } from 'react'
import type { Guardian } from '#features/accounts/contract/profile.ts'
import type { Attempt } from '#platform/web/attempt.ts'
import { ageObstacles, type GuardianStanding } from '../contract/guardian.ts'
import type { Quote } from '../contract.ts'
import { findAgeObstacle } from '../rules/guardian.ts'
import { askGuardian, fetchQuote } from './queries.ts'

export type Age = ReturnType<typeof useAge>

/** The answer to "Are you under 18?", and how far a guardian's yes has come meanwhile. */
export function useAge(quote: Quote) {
  // Whoever has asked a guardian has answered already: a page that is loaded again does not forget it.
  const [isUnder18, setUnder18] = useState<boolean | null>(quote.guardian?.request.state === 'waiting' ? true : null)
  const [isMissed, setMissed] = useState(false)
  const [newer, setNewer] = useState<{ than: Quote; guardian: GuardianStanding | null }>()
  const firstAnswer = useRef<HTMLInputElement>(null)
  const guardian = newer?.than === quote ? newer.guardian : quote.guardian
  const obstacle = findAgeObstacle({ asksForAge: quote.asksForAge, guardian }, isUnder18)

  const { package: offer, price } = quote
  const ask = useCallback(
    async (named: Guardian): Promise<Attempt<GuardianStanding>> => {
      const ending = await askGuardian({ packageId: offer.id, market: price.market, guardian: named })
      if (ending.state === 'done') setNewer({ than: quote, guardian: ending.value })
      return ending
    },
    [quote, offer.id, price.market],
  )
  const look = useCallback(async () => {
    const answer = await fetchQuote(price.market, offer.id, true)
    if (answer.state === 'found') setNewer({ than: quote, guardian: answer.quote.guardian })
  }, [quote, offer.id, price.market])

  // Who comes back from reading mail finds the answer that has come meanwhile.
  const isWaiting = guardian?.request.state === 'waiting'
  useEffect(() => {
    if (!isWaiting) return
    const lookOnReturn = () => {
      if (document.visibilityState === 'visible') void look()
    }
    document.addEventListener('visibilitychange', lookOnReturn)
    return () => document.removeEventListener('visibilitychange', lookOnReturn)
  }, [isWaiting, look])

  return {
    isUnder18,
    guardian,
    firstAnswer,
    /** Why Pay takes no press; a question that was only not answered yet is asked by the press. */
    obstacle: obstacle === 'age-needed' ? undefined : obstacle,
    isOpen: obstacle === 'age-needed',
    problem: isMissed && obstacle === 'age-needed' ? ageObstacles[obstacle] : undefined,
    answer: setUnder18,
    /** Pay was pressed before the answer. */
    insist: () => {
      setMissed(true)
      firstAnswer.current?.focus()
    },
    ask,
    look,
  }
}
