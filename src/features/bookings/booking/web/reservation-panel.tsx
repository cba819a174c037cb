import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { attempt, type Failed } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { SessionConsultant } from '../../contract.ts'
import { RESERVATION_MINUTES, reserveSlot, type SlotChoice } from '../contract.ts'

type ReservationPanelProps = { expiresAt: number; onRenew: () => void }

/** Shows how long the reservation lasts. Screen readers announce only the start, the last minute and the end. */
export function ReservationPanel({ expiresAt, onRenew }: ReservationPanelProps) {
  const seconds = useSecondsLeft(expiresAt)
  if (seconds === 0) {
    return (
      <Alert tone="warning">
        <p>We’re no longer holding this time, but it may still be free. What you’ve typed is still here.</p>
        <Button variant="quiet" size="small" className="mt-3" onClick={onRenew}>
          Hold this time again
        </Button>
      </Alert>
    )
  }
  return (
    <div className="flex items-center gap-3 rounded-md bg-info-soft p-4">
      <Clock aria-hidden="true" className="size-5 shrink-0 text-info" />
      <p aria-hidden="true">
        We’re holding this time for you for{' '}
        <span className="font-semibold tabular-nums">{formatCountdown(seconds)}</span>
      </p>
      <p role="status" className="sr-only">
        We’re holding this time for you for {seconds > 60 ? `${RESERVATION_MINUTES} minutes` : 'one more minute'}.
      </p>
    </div>
  )
}

function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type Reserved = {
  state: 'reserved'
  consultant: SessionConsultant
  /** When the reservation expires by this device's clock, in milliseconds. */
  expiresAt: number
}

/**
 * Reserves the slot while the member confirms it. `renew` reserves it again once it has expired.
 * @param onRefused called if the session or the slot is not available
 */
export function useReservation(
  { entitlementId, lineKey, consultantId, startsAt }: SlotChoice,
  onRefused: (reason: string, message: string) => void,
) {
  const refuse = useEffectEvent(onRefused)
  const [attemptNumber, setAttemptNumber] = useState(0)
  const [answer, setAnswer] = useState<{ requestKey: string; outcome: Reserved | Failed }>()
  const requestKey = [entitlementId, lineKey, consultantId, startsAt, attemptNumber].join(' ')

  useEffect(() => {
    let isCurrent = true
    const reserve = async () => {
      const result = await attempt(reserveSlot, { body: { entitlementId, lineKey, consultantId, startsAt } })
      if (!isCurrent) return
      if (result.state === 'failed') {
        setAnswer({ requestKey, outcome: result })
        if (result.reason) refuse(result.reason, result.message)
        return
      }
      const expiresAt = Date.now() + RESERVATION_MINUTES * MINUTE_MS
      setAnswer({ requestKey, outcome: { state: 'reserved', consultant: result.value.consultant, expiresAt } })
    }
    void reserve()
    return () => {
      isCurrent = false
    }
  }, [requestKey, entitlementId, lineKey, consultantId, startsAt])

  const reservation = answer?.requestKey === requestKey ? answer.outcome : ({ state: 'reserving' } as const)
  return { reservation, renew: () => setAttemptNumber((before) => before + 1) }
}

/** Counts down the seconds to a given time by this device's clock, stopping at 0. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1_000))
}
