import { useCallback, useEffect, useRef, useState } from 'react'
import type { Guardian } from '#features/accounts/profile/contract.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import type { Quote } from '../../checkout/contract.ts'
import { fetchQuote } from '../../checkout/web/queries.ts'
import { ageBlockers, type GuardianConsent, requestGuardianConsent } from '../contract.ts'
import { findAgeBlocker } from '../rules.ts'

export type Age = ReturnType<typeof useAge>

/** The answer to "Are you under 18?", and the state of the guardian's consent. */
export function useAge(quote: Quote, draft: boolean | null, findMember: () => Promise<Attempt<unknown>>) {
  // A member who has asked a guardian has already answered, so a reload keeps the answer.
  const [isUnder18, setUnder18] = useState<boolean | null>(quote.guardian?.request.state === 'waiting' ? true : draft)
  const [isChecked, setChecked] = useState(false)
  const [refreshed, setRefreshed] = useState<{ basedOn: Quote; guardian: GuardianConsent | null }>()
  const guardian = refreshed?.basedOn === quote ? refreshed.guardian : quote.guardian
  // Asking a guardian may log in, and the quote is then loaded again before the answer comes.
  const latestQuote = useRef(quote)
  useEffect(() => {
    latestQuote.current = quote
  }, [quote])
  const blocker = findAgeBlocker({ asksForAge: quote.asksForAge, guardian }, isUnder18)

  const { package: offer, price } = quote
  const requestConsent = useCallback(
    async (newGuardian: Guardian): Promise<Attempt<GuardianConsent>> => {
      // The guardian agrees for a member, so a visitor's account is opened first.
      const member = await findMember()
      if (member.state === 'failed') return member
      const body = { packageId: offer.id, market: price.market, guardian: newGuardian }
      const ending = await attempt(requestGuardianConsent, { body })
      if (ending.state === 'done') setRefreshed({ basedOn: latestQuote.current, guardian: ending.value })
      return ending
    },
    [offer.id, price.market, findMember],
  )
  const refresh = useCallback(async (): Promise<Attempt<null>> => {
    const answer = await fetchQuote({ market: price.market, packageId: offer.id, code: null, isMember: true })
    if (answer.state !== 'found') return { state: 'failed', message: answer.message }
    setRefreshed({ basedOn: latestQuote.current, guardian: answer.quote.guardian })
    // This message is shown only while the guardian has not answered: after that, its panel is gone.
    return { state: 'done', value: null, message: 'They haven’t replied yet.' }
  }, [offer.id, price.market])

  // Check for the guardian's answer when the member comes back to the page, for example after reading email.
  const isWaiting = guardian?.request.state === 'waiting'
  useEffect(() => {
    if (!isWaiting) return
    const refreshOnReturn = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    document.addEventListener('visibilitychange', refreshOnReturn)
    return () => document.removeEventListener('visibilitychange', refreshOnReturn)
  }, [isWaiting, refresh])

  return {
    isUnder18,
    guardian,
    /** Why the Pay button is disabled. A missing age answer does not disable it; pressing it shows the error. */
    blocker: blocker === 'age-needed' ? undefined : blocker,
    problem: isChecked && blocker === 'age-needed' ? ageBlockers[blocker] : undefined,
    answer: setUnder18,
    /** @returns false if the answer is missing; the error is then shown next to it */
    check: () => {
      setChecked(true)
      return blocker !== 'age-needed'
    },
    requestConsent,
    refresh,
  }
}
