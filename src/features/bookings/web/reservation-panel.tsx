import { Clock } from 'lucide-react'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { RESERVED_MINUTES } from '../contract.ts'
import { useSecondsLeft } from './use-reservation.ts'

type ReservationPanelProps = { keptUntil: number; onKeepAgain: () => void }

/** For how long the time is kept. It counts down for the eyes; a screen reader is told at the start, near the end and after it. */
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
        We keep this time for you for {seconds > 60 ? `${RESERVED_MINUTES} minutes` : 'one more minute'}.
      </p>
    </div>
  )
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
