import { useEffect, useEffectEvent, useState } from 'react'
import { attempt, type Failed } from '#platform/web/attempt.ts'
import { RESERVED_MINUTES, reserveTime, type SessionConsultant, type TimeChoice } from '../contract.ts'

type Reserved = {
  state: 'reserved'
  consultant: SessionConsultant
  /** By this device's clock, which may be wrong: until then the time is kept. */
  keptUntil: number
}

/**
 * The time that is kept for the member while they confirm it. `keepAgain` once it has lapsed.
 * @param onRefused the session or the time cannot be had
 */
export function useReservation(
  { entitlementId, lineKey, consultantId, startsAt }: TimeChoice,
  onRefused: (reason: string, message: string) => void,
) {
  const refuse = useEffectEvent(onRefused)
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<{ to: string; is: Reserved | Failed }>()
  const question = [entitlementId, lineKey, consultantId, startsAt, round].join(' ')

  useEffect(() => {
    let isWanted = true
    const reserve = async () => {
      const ending = await attempt(reserveTime, { body: { entitlementId, lineKey, consultantId, startsAt } })
      if (!isWanted) return
      if (ending.state === 'failed') {
        setAnswer({ to: question, is: ending })
        if (ending.reason) refuse(ending.reason, ending.message)
        return
      }
      const keptUntil = Date.now() + RESERVED_MINUTES * 60_000
      setAnswer({ to: question, is: { state: 'reserved', consultant: ending.value.consultant, keptUntil } })
    }
    void reserve()
    return () => {
      isWanted = false
    }
  }, [question, entitlementId, lineKey, consultantId, startsAt])

  const reservation = answer?.to === question ? answer.is : ({ state: 'reserving' } as const)
  return { reservation, keepAgain: () => setRound((before) => before + 1) }
}

/** How many seconds are left until a moment of this device's clock: 0 once it is over. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1_000))
}
