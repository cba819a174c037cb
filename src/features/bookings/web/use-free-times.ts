import { useEffect, useState } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { localMonth } from '#platform/shared/local-time.ts'
import { attempt, type Failed } from '#platform/web/attempt.ts'
import { listFreeTimes } from '../contract.ts'

export type TimesWanted = {
  entitlementId: string
  lineKey: string
  consultantId: string | null
  /** The booking that is to be moved. */
  moving?: string
  /** "2026-11", of the member's zone. */
  month: string
  timeZone: string
}

type Known = { state: 'known' } & ResponseOf<typeof listFreeTimes>

export type FreeTimes = { state: 'loading' } | Known | Failed

/** When the session can be held in a month; `refresh` asks again. */
export function useFreeTimes({ entitlementId, lineKey, consultantId, moving, month, timeZone }: TimesWanted) {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<{ to: string; is: Known | Failed }>()
  const question = [entitlementId, lineKey, consultantId, moving, month, timeZone, round].join(' ')

  useEffect(() => {
    const asking = new AbortController()
    const query = {
      entitlementId,
      lineKey,
      ...(consultantId && { consultantId }),
      ...(moving && { moving }),
      ...localMonth(month, timeZone),
    }
    const ask = async () => {
      const ending = await attempt(listFreeTimes, { query }, { signal: asking.signal })
      if (asking.signal.aborted) return
      setAnswer({ to: question, is: ending.state === 'done' ? { state: 'known', ...ending.value } : ending })
    }
    void ask()
    return () => asking.abort()
  }, [question, entitlementId, lineKey, consultantId, moving, month, timeZone])

  const free: FreeTimes = answer?.to === question ? answer.is : { state: 'loading' }
  return { free, refresh: () => setRound((before) => before + 1) }
}
