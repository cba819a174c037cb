import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { attempt, type Failed } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { SessionConsultant } from '../../contract.ts'
import { RESERVATION_MINUTES, reserveSlot, type SlotChoice } from '../contract.ts'

type ReservationPanelProps = { keptUntil: number; onKeepAgain: () => void }

/** Shows the reservation countdown. Screen readers hear only the start, the last minute and the end. */
export function ReservationPanel({ keptUntil, onKeepAgain }: ReservationPanelProps) {
  const seconds = useSecondsLeft(keptUntil)
  if (seconds === 0) {
    return (
      <Alert tone="warning">
        <p>We do not keep this time for you any more. What you have typed is still here, and the time may be free.</p>
        <Button variant="quiet" size="small" className="mt-3" onClick={onKeepAgain}>
          Keep it again
        </Button>
      </Alert>
    )
  }
  return (
    <div className="flex items-center gap-3 rounded-md bg-info-soft p-4">
      <Clock aria-hidden="true" className="size-5 shrink-0 text-info" />
      <p aria-hidden="true">
        We keep this time for you for <span className="font-semibold tabular-nums">{clockOf(seconds)}</span>
      </p>
      <p role="status" className="sr-only">
        We keep this time for you for {seconds > 60 ? `${RESERVATION_MINUTES} minutes` : 'one more minute'}.
      </p>
    </div>
  )
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type Reserved = {
  state: 'reserved'
  consultant: SessionConsultant
  /** Expiry of the reservation by this device's clock, in milliseconds. */
  keptUntil: number
}

/**
 * Reserves the slot while the member confirms it. `keepAgain` renews an expired reservation.
 * @param onRefused called if the session or the slot is not available
 */
export function useReservation(
  { entitlementId, lineKey, consultantId, startsAt }: SlotChoice,
  onRefused: (reason: string, message: string) => void,
) {
  const refuse = useEffectEvent(onRefused)
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<{ to: string; is: Reserved | Failed }>()
  const question = [entitlementId, lineKey, consultantId, startsAt, round].join(' ')

  useEffect(() => {
    let isWanted = true
    const reserve = async () => {
      const ending = await attempt(reserveSlot, { body: { entitlementId, lineKey, consultantId, startsAt } })
      if (!isWanted) return
      if (ending.state === 'failed') {
        setAnswer({ to: question, is: ending })
        if (ending.reason) refuse(ending.reason, ending.message)
        return
      }
      const keptUntil = Date.now() + RESERVATION_MINUTES * MINUTE_MS
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

/** Counts down the seconds until a moment by this device's clock. 0 once it has passed. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1_000))
}
